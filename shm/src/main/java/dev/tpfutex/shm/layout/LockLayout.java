package dev.tpfutex.shm.layout;

/**
 * A lock record: two cache lines. Line 0 is written by owners and readers, line 1 by waiters and for diagnosis.
 *
 * <pre>
 *   0  word          long  the TP-futex word: passage (upper half) and the word of the TP futexes v6 (lower half)
 *   8  kind          int   what the record is; 0 = not in use
 *  12  consistency   int   0 = recoverable, 1 = not recoverable
 *  16  halves        long  how often the passage has changed its highest bit: the fencing token's upper part
 *  24  attributes    int   of a reader-writer lock: whom it prefers, and whether it is never biased
 *  28  read steals   int
 *  32  read top waits int
 *  36  read hand-offs int
 *  40  read sleeps   int
 *  44  read timeouts int
 *  48  recounts      int
 *  52  upper recounts int   how often {@code recounts} has started again at 0
 *  64  top           long  the top word
 *  72  since         long  nanoseconds of the monotonic clock when the owner was first seen
 *  80  since token   long  the fencing token that {@code since} belongs to
 *  88  steals        int
 *  92  top waits     int   acquisitions by the top waiter
 *  96  hand-offs     int
 * 100  sleeps        int
 * 104  timeouts      int
 * 108  owner deaths  int
 * 112  unbiased until long nanoseconds of the monotonic clock before which readers have to be counted
 * 120  revoking since long nanoseconds of the monotonic clock when a writer began to have them counted, 0 = none
 * </pre>
 */
public final class LockLayout {

    public static final int SIZE = 128;

    public static final long WORD = 0;
    public static final long KIND = 8;
    public static final long CONSISTENCY = 12;
    public static final long HALVES = 16;
    public static final long ATTRIBUTES = 24;
    public static final long READ_STEALS = 28;
    public static final long READ_TOP_WAITS = 32;
    public static final long READ_HANDOFFS = 36;
    public static final long READ_SLEEPS = 40;
    public static final long READ_TIMEOUTS = 44;
    public static final long RECOUNTS = 48;
    public static final long RECOUNTS_UPPER = 52;
    public static final long TOP = 64;
    public static final long SINCE = 72;
    public static final long SINCE_TOKEN = 80;
    public static final long STEALS = 88;
    public static final long TOP_WAITS = 92;
    public static final long HANDOFFS = 96;
    public static final long SLEEPS = 100;
    public static final long TIMEOUTS = 104;
    public static final long OWNER_DEATHS = 108;
    public static final long UNBIASED_UNTIL = 112;
    public static final long REVOKING_SINCE = 120;

    /** {@link #KIND} of a mutex. */
    public static final int KIND_MUTEX = 1;

    /** {@link #KIND} of a reader-writer lock. */
    public static final int KIND_RWLOCK = 2;

    /** {@link #ATTRIBUTES}: queued readers go before queued writers, within bounds. */
    public static final int PREFER_READERS = 1;

    /** {@link #ATTRIBUTES}: queued writers go before queued readers, within bounds. */
    public static final int PREFER_WRITERS = 2;

    /** {@link #ATTRIBUTES}: readers are always counted in the word. */
    public static final int NEVER_BIASED = 4;

    /** {@link #CONSISTENCY}: the lock can be used, or repaired if the word says that the owner died. */
    public static final int RECOVERABLE = 0;

    /** {@link #CONSISTENCY}: an owner was told of a death and unlocked without repairing. */
    public static final int NOT_RECOVERABLE = 1;

    private LockLayout() {}
}
