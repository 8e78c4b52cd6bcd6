package dev.tpfutex.core.mapped;

import dev.tpfutex.core.Parker;
import dev.tpfutex.core.Port;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.util.Set;

/**
 * Ends a sleep in {@code futex(2)} when the thread is interrupted. The JDK calls {@link Selector#wakeup} on
 * whatever {@link AbstractSelector} the interrupted thread is in; this one selects nothing and wakes the park
 * word. One object for each sleep, since a selector's begin and end are bound to it.
 */
final class InterruptWaker extends AbstractSelector {

    private final Port port;
    private final int slot;

    InterruptWaker(Port port, int slot) {
        super(null);
        this.port = port;
        this.slot = slot;
    }

    /** Runs {@code sleep}; an interrupt, also one that has come before, wakes the slot. */
    void park(Runnable sleep) {
        try {
            begin();
            sleep.run();
        } finally {
            end();
        }
    }

    @Override
    public Selector wakeup() {
        Parker.unpark(port, slot);
        return this;
    }

    @Override
    protected void implCloseSelector() {
        // Nothing is open.
    }

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> keys() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int selectNow() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select(long timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int select() {
        throw new UnsupportedOperationException();
    }
}
