package dev.tpfutex.shm.layout;

/**
 * A task slot: one lock-using thread. Only that thread writes line 0; other tasks, the coordinator and
 * recovery write the park word, the wait word and the control word.
 *
 * <pre>
 *   0  robust entries  16 ints   index + 1 of a lock that the task may hold or be about to, 0 = none; in the upper
 *                               7 bits whether the task reads under it
 *  64  park            int       futex word: 0 empty, 1 notified, -1 parked, -2 parked as a virtual thread
 *  72  wait            long      ticket (upper 32 bits) and wait state (lower 32)
 *  80  wait lock       int       index of the lock waited for
 *  84  priority        int       higher goes first
 *  88  enqueued        long      monotonic nanoseconds
 *  96  overflow        int       1 while locks may be held that have no robust entry
 * 100  overflow pending int      index + 1 of the lock of the last operation without an entry, 0 = none
 * 104  wait mode       int       0 = to own the lock waited for, 1 = to read under it
 * 108  long wait lock    int       index of the lock of the long wait
 * 112  top since       long      monotonic nanoseconds at which the task last became a top waiter
 * 120  long wait         long      when a wait of more than a second began, and what is to become of it; 0 = none
 * 128  control         long      state (bits 40..47), process index (16..39), generation (0..15)
 * 136  os tid          int       0 for a virtual thread
 * 140  long wait mode    int       as the wait mode; 2 = to become the upgradable reader, 3 = as that to own the lock
 * 144  counters        7 longs: steals, top waits, hand-offs, sleeps, timeouts, unlock slow paths, wake-ups
 * 208  life            48 bytes  robust mutex of the C library, locked by the thread until it ends; its first int is
 *                     a futex word: thread id, and two flags that the kernel knows. 0 for a virtual thread
 * 256  name length     int
 * 260  name            124 bytes, UTF-8, for people only
 * </pre>
 */
public final class TaskLayout {

    public static final int SIZE = 384;

    public static final long ENTRIES = 0;
    public static final int ENTRY_COUNT = 16;

    public static final long PARK = 64;
    public static final long WAIT = 72;
    public static final long WAIT_LOCK = 80;
    public static final long PRIORITY = 84;
    public static final long ENQUEUED = 88;
    public static final long OVERFLOW = 96;
    public static final long OVERFLOW_PENDING = 100;

    public static final long WAIT_MODE = 104;
    public static final long LONG_WAIT_LOCK = 108;
    public static final long TOP_SINCE = 112;
    public static final long LONG_WAIT = 120;

    public static final long CONTROL = 128;
    public static final long OS_TID = 136;
    public static final long LONG_WAIT_MODE = 140;
    public static final long STEALS = 144;
    public static final long TOP_WAITS = 152;
    public static final long HANDOFFS = 160;
    public static final long SLEEPS = 168;
    public static final long TIMEOUTS = 176;
    public static final long UNLOCK_SLOWPATHS = 184;
    public static final long WAKE_UPS = 192;

    public static final long LIFE = 208;
    public static final int LIFE_SIZE = 48;

    public static final long NAME_LENGTH = 256;
    public static final long NAME = 260;
    public static final int MAX_NAME = 124;

    /** {@link #WAIT_MODE}, {@link #LONG_WAIT_MODE}: waits to own the lock. */
    public static final int MODE_EXCLUSIVE = 0;

    /** {@link #WAIT_MODE}, {@link #LONG_WAIT_MODE}: waits to read under the lock. */
    public static final int MODE_SHARED = 1;

    /** {@link #LONG_WAIT_MODE}: waits to become the upgradable reader. */
    public static final int MODE_UPGRADABLE = 2;

    /** {@link #LONG_WAIT_MODE}: is the upgradable reader, and waits to own the lock. */
    public static final int MODE_UPGRADE = 3;

    private TaskLayout() {}
}
