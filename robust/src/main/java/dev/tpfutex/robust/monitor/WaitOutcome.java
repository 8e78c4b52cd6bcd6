package dev.tpfutex.robust.monitor;

/** How a wait for a lock ended. The first three are those of {@link dev.tpfutex.api.AcquireStatus}. */
public enum WaitOutcome {

    /** The lock was taken, or joined by a reader, out of turn. */
    STOLEN,

    /** The lock was taken as the top waiter. */
    TOP_WAITER,

    /** The former owner handed the lock over. */
    HANDED_OFF,

    /** The time was up. */
    TIMED_OUT,

    /** The thread was interrupted. */
    INTERRUPTED,

    /** The wait was part of a deadlock, and has ended so that others can go on. */
    DEADLOCK;

    /**
     * Whether the thread has got what it waited for.
     *
     * @return {@code false} if it gave up
     */
    public boolean isAcquired() {
        return this != TIMED_OUT && this != INTERRUPTED && this != DEADLOCK;
    }
}
