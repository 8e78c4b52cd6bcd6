package dev.tpfutex.core.mapped;

import dev.tpfutex.core.Parker;
import dev.tpfutex.core.Port;
import dev.tpfutex.shm.layout.ProcessLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The waiting virtual threads of this process. They park with {@link LockSupport}, so their carriers go on. A
 * waker in another process raises this process's listener word; a listener thread, started when a virtual
 * thread first waits, then unparks those whose park word says that they are notified.
 */
public final class VirtualThreads {

    private final Port port;
    private final AtomicReferenceArray<Thread> parked;
    private final AtomicBoolean listening = new AtomicBoolean();
    private volatile int process = -1;
    private volatile boolean stopped;

    VirtualThreads(Port port) {
        this.port = port;
        this.parked = new AtomicReferenceArray<>(port.layout().maxTasks());
    }

    /** Says which process record is this process's. */
    public void registered(int index) {
        process = index;
    }

    /** Ends the listener thread. */
    public void stop() {
        stopped = true;
        if (listening.get()) {
            ring();
        }
    }

    void park(int slot, long at, int expected, long nanos, boolean interruptible) {
        if (listening.compareAndSet(false, true)) {
            startListener();
        }
        parked.set(slot, Thread.currentThread());
        boolean interrupted = !interruptible && Thread.interrupted();
        if (interrupted) {
            // The interrupt that is put back below leaves a permit, which would end every later park at once.
            LockSupport.parkNanos(1);
        }
        try {
            // Only now: a waker that came before we were in the table has changed the word.
            if (port.getInt(at) == expected) {
                LockSupport.parkNanos(this, nanos);
            }
        } finally {
            parked.set(slot, null);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Unparks the thread of a slot if it is one of this process's; false if it is not. */
    boolean unpark(int slot) {
        Thread thread = parked.get(slot);
        LockSupport.unpark(thread);
        return thread != null;
    }

    private void startListener() {
        try {
            Thread.ofPlatform().daemon().name("tpfutex-listener").start(this::listen);
        } catch (Throwable noThread) {
            // The next one that waits tries again; until then parks are bounded.
            listening.set(false);
        }
    }

    private void listen() {
        long word = listenerWord();
        try {
            while (!stopped) {
                int seen = port.getInt(word);
                unparkNotified();
                port.awaitWord(word, seen, Long.MAX_VALUE);
            }
        } catch (IllegalStateException mappingHasEnded) {
            // Nobody waits any more.
        } finally {
            // After an error the next one that waits starts another.
            listening.set(false);
        }
    }

    private void unparkNotified() {
        for (int slot = 0; slot < parked.length(); slot++) {
            if (parked.get(slot) != null && !Parker.isParked(port, slot)) {
                unpark(slot);
            }
        }
    }

    private void ring() {
        port.getAndAddInt(listenerWord(), 1);
        port.wakeWord(listenerWord());
    }

    private long listenerWord() {
        return port.layout().process(process) + ProcessLayout.LISTENER;
    }
}
