package dev.tpfutex.api;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A reentrant mutex shared by the threads of many processes; also the {@linkplain SharedReadWriteLock#writeLock() write
 * lock} of a reader-writer lock, which is one among its writers. It is a {@link Lock} in every respect, and more: it
 * outlives its owner. The threads of one JVM and those of others exclude each other all alike, virtual threads too
 * (they wait without pinning their carrier).
 *
 * <h2>Owner and handle</h2>
 *
 * The owner is a thread. All handles to one name, from whichever {@link LockSpace} handle to the same file, are the
 * same lock: the hold count belongs to (thread, lock), not to the handle. Handles may be used by many threads at once,
 * cost next to nothing and need no close.
 *
 * <p>The lock is not fair: running threads may take it ahead of sleeping ones, which is where its throughput comes
 * from. But the top waiter is handed the lock after at most 5 ms and one critical section more, and those who
 * sleep become top waiter in the order they came; newcomers get ahead of them for a few milliseconds at most.
 *
 * <h2>When an owner dies</h2>
 *
 * When a process is killed while it owns the mutex, the next owner gets it within milliseconds; when a thread ends,
 * within a quarter of a second. As with a robust mutex of POSIX ({@code pthread_mutexattr_setrobust(3)}), exactly one next owner is told:
 *
 * <ul>
 *   <li>{@link #acquire()}, {@link #acquire(Duration)} and {@link #tryAcquire()} return a guard whose
 *       {@link LockGuard#ownerDied()} is {@code true}. The caller owns the lock, repairs what it protects and calls
 *       {@link LockGuard#markConsistent()}. If it releases the lock without that, the mutex becomes
 *       {@link Consistency#NOT_RECOVERABLE}: everyone gets {@link NotRecoverableException} until {@link #reset()}.
 *   <li>{@link #lock()}, {@link #lockInterruptibly()} and {@code tryLock} cannot tell by their result. If the handle
 *       was opened with a {@link RecoveryHandler} they run it under the lock; when it returns normally the mutex is
 *       consistent and they go on as usual. Without a handler, or when it throws, they throw
 *       {@link OwnerDiedException}: the caller does not own the lock, and the mark stays for whoever can repair.
 * </ul>
 *
 * So "acquired", "acquired, but the last owner died" and "not recoverable" are three different results in both ways. An
 * owner that lives keeps the lock, however long it is stopped.
 *
 * <h2>Memory</h2>
 *
 * Releasing the mutex happens-before the next acquisition of it, by a thread of whichever process: what the former
 * owner wrote to memory that both have mapped is seen by the next one. The same holds for the clean-up after a dead
 * owner: all that it wrote before it died can be seen. A failed attempt to acquire orders nothing.
 *
 * <h2>Exceptions of all methods</h2>
 *
 * After the space was closed every method but {@link #name()} throws {@link IllegalStateException}. Every acquiring
 * method may throw {@link NotRecoverableException}, {@link SpaceReplacedException}, {@link SpaceTruncatedException}, and {@link LimitExceededException}
 * when this thread is new to the space and has no room in it; those that wait also {@link DeadlockException}, if the space
 * was opened with {@link SpaceOptions#breakDeadlocks(boolean)}. Whenever one throws, the caller's hold count is what it
 * was before.
 *
 * <p>That holds for a {@link StackOverflowError} or {@link OutOfMemoryError} inside these methods too; one that comes out
 * of a release leaves the hold released or as it was, which {@link #holdCount()} tells. If there was too little room even
 * to tidy up, others may have to wait until this thread uses the lock again, or ends.
 */
public interface SharedMutex extends Lock {

    /**
     * The name it was opened by.
     *
     * @return 1 to 112 bytes of UTF-8
     */
    String name();

    /**
     * Acquires the mutex, waiting as long as it takes. An interrupt does not end the wait and is not lost: the
     * interrupt status is set on return. If the thread owns the mutex already, this adds one to its hold count.
     *
     * @throws OwnerDiedException see the class description
     * @throws NotRecoverableException see the class description
     */
    @Override
    void lock();

    /**
     * As {@link #lock()}, but an interrupt ends the wait at once. An interrupt that comes just as the lock is granted
     * either throws, and then the caller does not own it, or stays pending while the caller does.
     *
     * @throws InterruptedException if the thread is interrupted, on entry (even if the lock is free) or while it
     *     waits; clears the interrupt status
     * @throws OwnerDiedException see the class description
     * @throws NotRecoverableException see the class description
     */
    @Override
    void lockInterruptibly() throws InterruptedException;

    /**
     * Acquires the mutex if it is free or owned by the caller; never waits, and pays no heed to interrupts or to those
     * who wait.
     *
     * @return whether the caller owns it now once more than before
     * @throws OwnerDiedException see the class description
     * @throws NotRecoverableException see the class description
     */
    @Override
    boolean tryLock();

    /**
     * Acquires the mutex if that succeeds in the given time. A time that is zero or negative makes one honest attempt;
     * so does a thread that finds its time over after a long pause of its JVM, before it gives up.
     *
     * @param time how long to wait at most; more than about 292 years is for ever
     * @param unit of {@code time}
     * @return {@code false} if the time went by: never earlier than asked, on an idle machine at most 1 ms later
     * @throws InterruptedException as for {@link #lockInterruptibly()}
     * @throws OwnerDiedException see the class description
     * @throws NotRecoverableException see the class description
     */
    @Override
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /**
     * Takes one off the caller's hold count, and releases the mutex when that comes to 0. Also releases what
     * {@link #acquire()} acquired; the guard is then void. If the caller was told that an owner died and has not called
     * {@link LockGuard#markConsistent()}, the release makes the mutex {@link Consistency#NOT_RECOVERABLE}.
     *
     * @throws IllegalMonitorStateException if the caller is not the owner; the message names the holder, and nothing is
     *     changed
     * @throws NotRecoverableException if the release has made the lock so, and has taken read locks from the caller that
     *     it would have kept, see {@link SharedReadWriteLock}; the caller does not hold the lock any more
     */
    @Override
    void unlock();

    /**
     * Not supported yet.
     *
     * @return never
     * @throws UnsupportedOperationException always
     */
    @Override
    Condition newCondition();

    /**
     * Acquires the mutex as {@link #lock()} does, without regard to interrupts, and tells how it went.
     *
     * @return a guard that gives this acquisition back when closed. Ask it for {@link LockGuard#ownerDied()}
     * @throws NotRecoverableException see the class description
     */
    LockGuard acquire();

    /**
     * Acquires the mutex within the given time, and tells how it went.
     *
     * @param timeout how long to wait at most; zero or negative makes one honest attempt, more than about 292 years is
     *     for ever
     * @return a guard that gives this acquisition back when closed. Ask it for {@link LockGuard#ownerDied()}
     * @throws LockTimeoutException if the time went by: never earlier than asked, on an idle machine at most 1 ms
     *     later. It names the holder
     * @throws InterruptedException as for {@link #lockInterruptibly()}
     * @throws NotRecoverableException see the class description
     */
    LockGuard acquire(Duration timeout) throws InterruptedException;

    /**
     * Acquires the mutex as {@link #tryLock()} does, without waiting, and tells how it went.
     *
     * @return a guard, or empty if another thread owns the mutex
     * @throws NotRecoverableException see the class description
     */
    Optional<LockGuard> tryAcquire();

    /**
     * Whether any thread of any process owns the mutex just now; a dead owner counts until its clean-up. For
     * monitoring: takes nothing, changes nothing, never blocks.
     *
     * @return possibly out of date already
     */
    boolean isLocked();

    /**
     * Whether the calling thread owns the mutex, by whichever handle. Exact.
     *
     * @return whether {@link #unlock()} would succeed
     */
    boolean isHeldByCurrentThread();

    /**
     * How often the calling thread holds the mutex, by whichever handles.
     *
     * @return 0 if it does not own it
     */
    int holdCount();

    /**
     * Who owns the mutex just now. For people and logs: takes nothing and never consumes the mark of an owner's death.
     * May read files of the operating system, hence not for fast paths.
     *
     * @return the owner, dead ones too until their clean-up; empty if the mutex is free or changes hands just now
     */
    Optional<Holder> holder();

    /**
     * What has happened to the mutex so far, over all processes; to a write lock, without its readers.
     *
     * @return a snapshot
     */
    LockStatistics statistics();

    /**
     * Whether what the mutex protects can be trusted. Looking never consumes the mark of an owner's death: the next
     * owner is told nevertheless.
     *
     * @return possibly out of date already, unless the caller owns the mutex
     */
    Consistency consistency();

    /**
     * Makes a {@link Consistency#NOT_RECOVERABLE} mutex usable again; does nothing in any other state. For an
     * administrator who has restored what the mutex protects, while nobody uses it: the next owner is told nothing.
     * (POSIX has the mutex destroyed and initialized anew for that.)
     */
    void reset();
}
