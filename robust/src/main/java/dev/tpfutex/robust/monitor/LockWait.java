package dev.tpfutex.robust.monitor;

import java.util.Optional;

/** A wait for a lock that has just ended. */
public interface LockWait {

    /**
     * Which lock.
     *
     * @return its number in the space, from 0 on; it never changes
     */
    int lock();

    /**
     * Which lock.
     *
     * @return its name
     */
    String lockName();

    /**
     * What for.
     *
     * @return never {@code null}
     */
    WaitMode mode();

    /**
     * How it ended.
     *
     * @return never {@code null}
     */
    WaitOutcome outcome();

    /**
     * How long it took.
     *
     * @return nanoseconds of the monotonic clock
     */
    long nanos();

    /**
     * How often the thread slept meanwhile.
     *
     * @return 0 to 32,767, of those that gave up waiting always 0
     */
    int sleeps();

    /**
     * Whether the thread is the one owner that is told of a former owner's death.
     *
     * @return see {@link dev.tpfutex.api.LockGuard#ownerDied}
     */
    boolean ownerDied();

    /**
     * Who had the lock when the wait began: its owner. If readers had it, one of them, or empty, since to find one takes
     * a while and is done for flight recordings only.
     *
     * @return empty if it was just being passed on
     */
    Optional<LockThread> holder();
}
