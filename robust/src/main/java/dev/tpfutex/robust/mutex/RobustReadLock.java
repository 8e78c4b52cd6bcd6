package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.ReadGuard;
import dev.tpfutex.api.ReadStatistics;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.TpFutex;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/**
 * A {@link SharedReadLock}. Its thread's {@link Hold} is that of the writers' side, which knows how to find it, whether
 * the space may still be used, and how to repair.
 */
class RobustReadLock extends FutexRwLock implements SharedReadLock {

    private final MutexContext space;
    private final RobustMutex writers;

    RobustReadLock(MutexContext space, RobustMutex writers, Lock lock, TpFutex futex) {
        super(space.port(), futex, lock);
        this.space = space;
        this.writers = writers;
        space.port().prepareForReaders();
    }

    // ---- what it is to read: for a subclass to say --------------------------------------------------

    int take(Hold hold, long deadline, boolean interruptible) {
        return lock(hold, deadline, interruptible);
    }

    int tryTake(Hold hold) {
        return tryLock(hold);
    }

    int give(Hold hold) {
        return unlock(hold);
    }

    /** Gives back the only hold, if that is simple; false, and nothing has changed, if it is not. */
    boolean giveSimply(Hold hold) {
        return unlockSimply(hold);
    }

    /** How often the hold's task has this lock. */
    int count(Hold hold) {
        return hold.readCount() - hold.upgradableCount();
    }

    /** As what it is held. */
    LockKind kind() {
        return LockKind.READ_LOCK;
    }

    // ---- Lock --------------------------------------------------------------------------------------

    @Override
    public void lock() {
        try {
            Hold hold = writers.toLock();
            int result = take(hold, Outcomes.FOREVER, false);
            if (result != Status.FAST || writers.isDoubted()) {
                enter(hold, result, Outcomes.FOREVER, false);
            }
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        try {
            Hold hold = writers.toLockInterruptibly();
            int result = enter(hold, take(hold, Outcomes.FOREVER, true), Outcomes.FOREVER, true);
            writers.throwIfInterrupted(result, kind());
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    @Override
    public boolean tryLock() {
        try {
            Hold hold = writers.toLock();
            return enter(hold, tryTake(hold), Long.MIN_VALUE, false) >= 0;
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        try {
            Objects.requireNonNull(unit, "unit");
            return lockWithin(writers.toLockInterruptibly(), unit.toNanos(time)) >= 0;
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    @Override
    public void unlock() {
        try {
            Hold hold = writers.recent();
            if (!hold.isFor(Thread.currentThread()) || !giveSimply(hold)) {
                unlockSlowly();
            }
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    private void unlockSlowly() {
        Hold hold = writers.found();
        if (hold == null) {
            space.checkOpen();
            throw notReader();
        }
        release(hold);
    }

    @Override
    public Condition newCondition() {
        throw Misuse.conditions(named());
    }

    @Override
    public ReadGuard acquire() {
        try {
            Hold hold = writers.toLock();
            int result = enter(hold, take(hold, Outcomes.FOREVER, false), Outcomes.FOREVER, false);
            return guard(result);
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    @Override
    public ReadGuard acquire(Duration timeout) throws InterruptedException {
        try {
            Objects.requireNonNull(timeout, "timeout");
            Hold hold = writers.toLockInterruptibly();
            long start = space.port().nanoTime();
            int result = lockWithin(hold, Outcomes.saturatedNanos(timeout));
            if (Outcomes.isTooLate(result)) {
                Duration waited = Duration.ofNanos(space.port().nanoTime() - start);
                LockView view = writers.view();
                throw new LockTimeoutException(named(), view.found(hold.task().tid()), waited, view.waiters());
            }
            return guard(result);
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    @Override
    public Optional<ReadGuard> tryAcquire() {
        try {
            Hold hold = writers.toLock();
            int result = enter(hold, tryTake(hold), Long.MIN_VALUE, false);
            return result < 0 ? Optional.empty() : Optional.of(guard(result));
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    private ReadGuard guard(int result) {
        try {
            return new RobustReadGuard(this, result);
        } catch (Throwable noRoom) {
            // Nobody would give back what nobody knows to have.
            unlockSlowly();
            throw noRoom;
        }
    }

    @Override
    public String name() {
        return writers.name();
    }

    @Override
    public ReadStatistics statistics() {
        return writers.look(writers.view()::readStatistics);
    }

    @Override
    public int holdCount() {
        return writers.look(() -> {
            Hold hold = writers.found();
            return hold == null ? 0 : count(hold);
        });
    }

    /** A guard of the calling thread's is closed. */
    void close() {
        try {
            unlockSlowly();
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    /** Gives back one hold of the calling thread's. */
    private void release(Hold hold) {
        if (count(hold) <= 0) {
            space.checkOpen();
            throw notReader();
        }
        int result = give(hold);
        writers.left();
        if (result < 0) {
            throw notReader();
        }
    }

    IllegalMonitorStateException notReader() {
        return Misuse.notReader(named());
    }

    /** The lock, for messages. */
    private NamedLock named() {
        return writers.named().as(kind());
    }

    private int lockWithin(Hold hold, long nanos) throws InterruptedException {
        long deadline = nanos <= 0 ? Long.MIN_VALUE : Outcomes.deadline(space.port().nanoTime(), nanos);
        int result = enter(hold, attempt(hold, deadline, true), deadline, true);
        writers.throwIfInterrupted(result, kind());
        return result;
    }

    /** @param deadline {@link Long#MIN_VALUE} not to wait at all */
    private int attempt(Hold hold, long deadline, boolean interruptible) {
        return deadline == Long.MIN_VALUE ? tryTake(hold) : take(hold, deadline, interruptible);
    }

    /**
     * What to make of a result: the status of a reader, or EBUSY, ETIMEDOUT or EINTR. Repairs first if that is needed and
     * can be done.
     */
    private int enter(Hold first, int firstResult, long deadline, boolean interruptible) {
        Hold hold = first;
        int result = firstResult;
        while (result >= 0 && Status.ownerDied(result)) {
            writers.repair(hold, result, named());
            writers.unlock(hold);
            // Perhaps another: one beyond the robust list goes with its unlock.
            hold = writers.toLock();
            result = attempt(hold, deadline, interruptible);
        }
        if (Outcomes.isTooLate(result) || Errno.EINTR.is(result)) {
            writers.left();
        } else if (result < 0) {
            RuntimeException failure = failure(hold, result);
            writers.left();
            throw failure;
        } else if (writers.isDoubted()) {
            checkStillUsable(hold);
        }
        return result;
    }

    private RuntimeException failure(Hold hold, int result) {
        return Errno.EDEADLK.is(result)
                ? Misuse.upgradableTooLate(named())
                : MutexHandle.failure(hold, result, named());
    }

    /** The file may have been replaced meanwhile. */
    private void checkStillUsable(Hold hold) {
        try {
            space.usability().check();
        } catch (RuntimeException e) {
            give(hold);
            writers.left();
            throw e;
        }
    }

    @Override
    public String toString() {
        return "SharedReadLock[" + named().describe() + "]";
    }
}
