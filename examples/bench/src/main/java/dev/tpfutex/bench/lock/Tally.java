package dev.tpfutex.bench.lock;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** What one thread has counted, and a little native memory of its own for its system calls. */
public final class Tally {

    private static final int SCRATCH = 64;

    private final long[] counts = new long[Count.values().length];
    private final MemorySegment scratch = Arena.ofAuto().allocate(SCRATCH, Long.BYTES);
    private int osTid;

    /**
     * Counts one.
     *
     * @param what has happened
     */
    public void add(Count what) {
        add(what, 1);
    }

    /**
     * Counts.
     *
     * @param what has happened
     * @param times how often
     */
    public void add(Count what, long times) {
        counts[what.ordinal()] += times;
    }

    /**
     * What was counted.
     *
     * @param what of all
     * @return how often it has happened
     */
    public long of(Count what) {
        return counts[what.ordinal()];
    }

    /** Memory that only this thread uses, for {@code errno} and a time. */
    MemorySegment scratch() {
        return scratch;
    }

    /** The kernel's number of the thread, which must be the one that calls. */
    int osTid() {
        if (osTid == 0) {
            osTid = RawFutex.gettid();
        }
        return osTid;
    }
}
