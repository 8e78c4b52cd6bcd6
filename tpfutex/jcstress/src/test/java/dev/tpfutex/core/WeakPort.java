package dev.tpfutex.core;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * What a port must not be: a compare-and-exchange is a load and a store, and no store waits for another or for a load.
 * The protocol on it fails, and a test that shows this could show it of the production port.
 */
final class WeakPort extends ProbePort {

    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    /** Pauses between the load and the store of one exchange. */
    private static final int GAP = 4;

    private final MemorySegment memory;

    WeakPort(SmallSpace space) {
        super(space.port);
        this.memory = space.memory();
    }

    @Override
    public int getInt(long at) {
        return (int) INT.getOpaque(memory, at);
    }

    @Override
    public void putInt(long at, int value) {
        INT.setOpaque(memory, at, value);
    }

    @Override
    public void putIntOrdered(long at, int value) {
        INT.setOpaque(memory, at, value);
    }

    @Override
    public int compareAndExchangeInt(long at, int expected, int value) {
        int before = getInt(at);
        relax(GAP);
        if (before == expected) {
            putInt(at, value);
        }
        return before;
    }

    @Override
    public int getAndSetInt(long at, int value) {
        int before = getInt(at);
        putInt(at, value);
        return before;
    }

    @Override
    public void putIntBeforeLoad(long at, int value) {
        putInt(at, value);
    }

    @Override
    public void barrierForAll() {}

    @Override
    public int getAndAddInt(long at, int delta) {
        int before = getInt(at);
        putInt(at, before + delta);
        return before;
    }

    @Override
    public long getLong(long at) {
        return (long) LONG.getOpaque(memory, at);
    }

    @Override
    public void putLong(long at, long value) {
        LONG.setOpaque(memory, at, value);
    }

    @Override
    public void putLongOrdered(long at, long value) {
        LONG.setOpaque(memory, at, value);
    }

    @Override
    public long compareAndExchangeLong(long at, long expected, long value) {
        long before = getLong(at);
        relax(GAP);
        if (before == expected) {
            putLong(at, value);
        }
        return before;
    }

    @Override
    public long getAndSetLong(long at, long value) {
        long before = getLong(at);
        putLong(at, value);
        return before;
    }

    @Override
    public long getAndBitwiseOrLong(long at, long mask) {
        long before = getLong(at);
        putLong(at, before | mask);
        return before;
    }

    /** The protocol notices some of the damage; what the test looks for is the outcome. */
    @Override
    public void corrupt(long at, String what) {}
}
