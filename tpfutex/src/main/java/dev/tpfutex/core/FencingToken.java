package dev.tpfutex.core;

/**
 * The fencing token of a lock: how many owners have entered it, over all processes and for good. The passage in the
 * futex word has only 32 bits, a few minutes' worth of a busy lock; how often its upper half has changed is kept beside
 * the word, by owners, who look for it often enough to miss no change.
 */
public final class FencingToken {

    /**
     * An owner that is inside looks after the count of halves when these bits of its word, the passage's, are 0: every
     * eighth. That is far more often than needed, for the compiler's sake: a call that is rare it does not take into
     * the code of the caller, and around a call, however rare, that code has to keep what it knows in memory.
     */
    private static final long LOOK_MASK = 0xeL << Integer.SIZE;

    private static final int HALF_BITS = 31;
    private static final long HALF_MASK = (1L << HALF_BITS) - 1;

    private FencingToken() {}

    /** Whether the owner that has just entered is one of those that look after the count of halves. */
    static boolean isDue(long word) {
        return (word & LOOK_MASK) == 0;
    }

    /** Counts a change of half if there was one. Called by the owner only. At most 35 bytes: inlined then. */
    static void maintain(Port port, Lock lock, long word) {
        long counted = port.getLong(lock.halves());
        if (counted != halves(counted, word)) {
            port.putLongOrdered(lock.halves(), counted + 1);
        }
    }

    /** The token of the last owner that has entered, 0 if there was none. Exact if called by the owner. */
    public static long of(Port port, Lock lock) {
        long word = port.getLong(lock.word());
        return of(word, port.getLong(lock.halves()));
    }

    /** As above, of a futex word and the count of halves that was read after it. */
    public static long of(long word, long counted) {
        long passages = halves(counted, word) << HALF_BITS | FutexWord.passage(word) & HALF_MASK;
        return passages + 1 >>> 1;
    }

    /** The count agrees with the passage's highest bit once each change has been counted. */
    private static long halves(long counted, long word) {
        return counted + (counted & 1 ^ FutexWord.passage(word) >>> HALF_BITS);
    }
}
