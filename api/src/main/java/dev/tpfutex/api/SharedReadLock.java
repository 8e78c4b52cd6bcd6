package dev.tpfutex.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * The readers' side of a {@link SharedReadWriteLock}. Reentrant: a thread that reads already, or has the write lock, takes
 * it without waiting. All methods that lock throw {@link OwnerDiedException} if a writer died inside its critical section
 * and nobody has repaired what it left, and no {@link RecoveryHandler} was given that can;
 * {@link NotRecoverableException} and {@link DeadlockException} as for {@link SharedMutex}. Then the caller does not hold the lock.
 *
 * <p>A thread may hold up to 16 locks of a space, mutexes and write locks among them, and read as one of many. A read lock
 * beyond that it holds alone until it gives it back: safe, but other readers are kept out, and it looks as if a writer
 * had the lock.
 */
public interface SharedReadLock extends Lock {

    /**
     * The name of the reader-writer lock.
     *
     * @return 1 to 112 bytes of UTF-8
     */
    String name();

    /** Acquires the lock, waiting as long as it takes. An interrupt does not end the wait and is not lost. */
    @Override
    void lock();

    /**
     * As {@link #lock()}, but an interrupt ends the wait at once.
     *
     * @throws InterruptedException if the thread is interrupted, on entry or while it waits; clears the interrupt status
     */
    @Override
    void lockInterruptibly() throws InterruptedException;

    /**
     * Acquires the lock if no writer has it; never waits for one, and pays no heed to those who wait, unless one of them
     * has waited for so long (about 5 ms) that it comes next. May run the recovery handler, see above.
     *
     * @return whether the caller holds it now once more than before
     */
    @Override
    boolean tryLock();

    /**
     * Acquires the lock if that succeeds in the given time, see {@link SharedMutex#tryLock(long, TimeUnit)}.
     *
     * @param time how long to wait at most
     * @param unit of {@code time}
     * @return {@code false} if the time went by
     * @throws InterruptedException as for {@link #lockInterruptibly()}
     */
    @Override
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /**
     * Takes one off the caller's hold count; also releases what {@link #acquire()} acquired.
     *
     * @throws IllegalMonitorStateException if the caller does not hold this lock; nothing is changed
     */
    @Override
    void unlock();

    /**
     * Not supported: who reads changes nothing that others could wait for.
     *
     * @return never
     * @throws UnsupportedOperationException always
     */
    @Override
    Condition newCondition();

    /**
     * Acquires the lock as {@link #lock()} does, and tells how it went.
     *
     * @return a guard that gives this acquisition back when closed
     */
    ReadGuard acquire();

    /**
     * Acquires the lock within the given time, and tells how it went.
     *
     * @param timeout how long to wait at most; zero or negative makes one honest attempt
     * @return a guard that gives this acquisition back when closed
     * @throws LockTimeoutException if the time went by; it names the writer, if there is one
     * @throws InterruptedException as for {@link #lockInterruptibly()}
     */
    ReadGuard acquire(Duration timeout) throws InterruptedException;

    /**
     * Acquires the lock as {@link #tryLock()} does, and tells how it went.
     *
     * @return a guard, or empty if a writer has the lock or comes next
     */
    Optional<ReadGuard> tryAcquire();

    /**
     * How often the calling thread holds this lock, by whichever handles.
     *
     * @return 0 if it does not hold it
     */
    int holdCount();

    /**
     * What readers have done with the reader-writer lock so far, over all processes and by both of its read locks.
     *
     * @return a snapshot
     */
    ReadStatistics statistics();

    /**
     * Whether the calling thread holds this lock, by whichever handle. Exact.
     *
     * @return whether {@link #unlock()} would succeed
     */
    default boolean isHeldByCurrentThread() {
        return holdCount() > 0;
    }
}
