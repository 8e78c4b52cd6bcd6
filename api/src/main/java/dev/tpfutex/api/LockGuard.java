package dev.tpfutex.api;

/**
 * One acquisition of a {@link SharedMutex}, which may be a write lock, for try-with-resources; tells how it came about and gives it back.
 *
 * <p>A guard belongs to the thread that acquired it: {@link #close()} and {@link #markConsistent()} throw
 * {@link IllegalMonitorStateException} in any other thread. The remaining methods answer in any thread, at any time,
 * also after the close. When a thread acquires the lock again while it holds it, the new guard reports the same
 * {@link #fencingToken()} and {@link #ownerDied()} as the first one, {@link AcquireStatus#FAST} and no sleeps; guards
 * may be closed in any order, and the lock is released when the thread's hold count comes to 0.
 */
public interface LockGuard extends AutoCloseable {

    /**
     * Whether a former owner died inside its critical section and this owner is the one that is told (POSIX:
     * {@code EOWNERDEAD}). Then what the lock protects may be half-changed: repair it and call
     * {@link #markConsistent()} before the lock is released. Exactly one next owner is told; if it dies in turn, then
     * again exactly one.
     *
     * <p>A process that died just before it became the owner, or just after it had released the lock, died outside its
     * critical section and is not reported.
     *
     * @return {@code true} if told; stays {@code true} after {@link #markConsistent()}
     */
    boolean ownerDied();

    /**
     * Declares that what the lock protects is in order again, after {@link #ownerDied()} (POSIX:
     * {@code pthread_mutex_consistent(3)}). Without this the release of the lock makes it
     * {@link Consistency#NOT_RECOVERABLE} for everybody. Any guard of the thread's hold will do.
     *
     * @throws IllegalStateException if there is nothing to repair: no owner died, or it was marked already
     *     (POSIX: {@code EINVAL})
     * @throws IllegalMonitorStateException if the caller does not hold the lock by this guard
     */
    void markConsistent();

    /**
     * A number that grows strictly with each owner of this lock, over all threads and processes and for as long as the
     * file exists. Send it along with requests to a third party, which then refuses any that carries a lower number
     * than it has seen: the owner that was stopped and is late is told apart from the present one.
     *
     * @return 1 or more; numbers may be left out. Tokens of different locks have nothing to do with each other
     */
    long fencingToken();

    /**
     * How the lock was acquired.
     *
     * @return never {@code null}
     */
    AcquireStatus status();

    /**
     * How often the thread slept before it owned the lock.
     *
     * @return 0 to 32,767; more often counts as 32,767
     */
    int sleeps();

    /**
     * Gives this acquisition back; the last one of the thread releases the lock. A second call does nothing. The
     * release happens-before the next acquisition of the lock in any process, see the
     * {@linkplain dev.tpfutex.api package description}.
     *
     * <p>If {@link #ownerDied()} and nobody called {@link #markConsistent()}, the release makes the lock
     * {@link Consistency#NOT_RECOVERABLE}.
     *
     * @throws IllegalMonitorStateException if the caller does not hold the lock by this guard, because it is another
     *     thread or has called {@link SharedMutex#unlock()} too often; nothing is changed
     * @throws NotRecoverableException as for {@link SharedMutex#unlock()}
     */
    @Override
    void close();
}
