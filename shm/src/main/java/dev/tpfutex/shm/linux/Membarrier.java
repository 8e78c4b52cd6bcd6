package dev.tpfutex.shm.linux;

/**
 * A memory barrier that one thread has all others pass, membarrier(2): so that those who come by often need none of their
 * own, as long as one who comes by rarely pays for it (asymmetric barriers; the global expedited kind, Linux 4.16).
 *
 * <p>If a thread of a {@linkplain #register registered} process stores and then loads, in this order in the program, and
 * another stores, calls {@link #everywhere} and loads, then at least one of the two sees what the other has stored. The
 * compiler must have kept the first thread's order; the processor need not. Thread-safe.
 */
public final class Membarrier {

    private static final int QUERY = 0;
    private static final int GLOBAL_EXPEDITED = 1 << 1;
    private static final int REGISTER_GLOBAL_EXPEDITED = 1 << 2;

    private Membarrier() {}

    /** Asked once: a system call that is there does not go away. */
    private static final class Support {

        static final boolean IS_THERE = has(GLOBAL_EXPEDITED | REGISTER_GLOBAL_EXPEDITED);

        private static boolean has(int commands) {
            long known = LibC.call(Abi.Call.MEMBARRIER, QUERY, 0, 0);
            return known > 0 && (known & commands) == commands;
        }
    }

    /** Whether the kernel has it and this process may call it. */
    public static boolean isSupported() {
        return Support.IS_THERE;
    }

    /**
     * Has the barriers of others reach the threads of this process from now on; may take some milliseconds, and again does
     * no harm.
     *
     * @return false if that cannot be had
     */
    public static boolean register() {
        return isSupported() && LibC.call(Abi.Call.MEMBARRIER, REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0;
    }

    /**
     * A full barrier for the caller and for each running thread of each registered process; takes about a microsecond, and
     * some more for each processor that runs one.
     *
     * @throws IllegalStateException if the kernel refuses, which it does not where {@link #isSupported}
     */
    public static void everywhere() {
        long result = LibC.call(Abi.Call.MEMBARRIER, GLOBAL_EXPEDITED, 0, 0);
        if (result < 0) {
            throw new IllegalStateException("membarrier: " + Errno.describe(result));
        }
    }
}
