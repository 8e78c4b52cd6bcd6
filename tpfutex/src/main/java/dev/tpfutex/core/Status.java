package dev.tpfutex.core;

/**
 * The status code that a successful lock call returns (TP futexes v6, patches 12 and 18).
 *
 * <pre>
 *  30..16            10                       9..8                   7..0
 *  times it slept    told that an owner died  reader alone / group   how it was acquired
 * </pre>
 *
 * Never negative. {@link #FAST} is ours: the kernel's TP futexes take the fast path outside the call.
 */
public final class Status {

    public static final int STOLEN = 0;
    public static final int ACQUIRED = 1;
    public static final int HANDOFF = 2;
    public static final int FAST = 3;

    /** Set when a reader had to wait for its turn by itself. */
    public static final int ALONE = 1 << 8;

    /** Set when a reader waited for the turn of all queued readers. */
    public static final int GROUP = 1 << 9;

    /** Set when the caller is the one owner who is told that a former owner died. */
    public static final int OWNER_DIED = 1 << 10;

    private static final int MAX_SLEEPS = 0x7fff;

    private Status() {}

    public static int of(int how, int sleeps) {
        return how | Math.min(sleeps, MAX_SLEEPS) << 16;
    }

    /** One of {@link #STOLEN}, {@link #ACQUIRED}, {@link #HANDOFF}, {@link #FAST}. */
    public static int how(int status) {
        return status & 0xff;
    }

    /** How often the caller slept before it owned the lock, at most 32,767. */
    public static int sleeps(int status) {
        return status >>> 16;
    }

    public static boolean ownerDied(int status) {
        return (status & OWNER_DIED) != 0;
    }
}
