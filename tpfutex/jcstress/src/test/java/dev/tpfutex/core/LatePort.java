package dev.tpfutex.core;

/**
 * What a port must not be, and x86 never is: an ordered store is done only after the compare-and-exchange that follows
 * it, as other processors might without the order that {@link Port#putIntOrdered} asks for.
 */
final class LatePort extends ProbePort {

    /** Pauses by which the store is late. */
    private static final int DELAY = 4;

    private long lateAt = -1;
    private int lateValue;

    LatePort(SmallSpace space) {
        super(space.port);
    }

    @Override
    public void putIntOrdered(long at, int value) {
        lateAt = at;
        lateValue = value;
    }

    @Override
    public long compareAndExchangeLong(long at, long expected, long value) {
        long before = super.compareAndExchangeLong(at, expected, value);
        if (lateAt >= 0) {
            relax(DELAY);
            super.putIntOrdered(lateAt, lateValue);
            lateAt = -1;
        }
        return before;
    }
}
