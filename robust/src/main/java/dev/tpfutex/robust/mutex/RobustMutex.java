package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.Holder;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
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
 * A {@link SharedMutex}: turns the results of {@link FutexMutex} into what Java's users expect. One object a
 * handle; all state is in the shared record and in the thread's task.
 */
public final class RobustMutex implements SharedMutex {

    private final MutexContext space;
    private final Usability usability;
    private final String name;
    private final FutexMutex mutex;
    private final Holds holds;
    private final LockView view;
    private final RecoveryHandler handler;

    /**
     * A handle.
     *
     * @param handler what repairs for the plain {@link java.util.concurrent.locks.Lock} methods, or null
     */
    public RobustMutex(MutexContext space, String name, Lock lock, TpFutex futex, RecoveryHandler handler) {
        this.space = space;
        this.usability = space.usability();
        this.name = name;
        this.mutex = new FutexMutex(space.port(), futex, lock);
        this.holds = new Holds(space, mutex);
        this.view = new LockView(space.port(), lock);
        this.handler = handler;
    }

    // ---- Lock ----------------------------------------------------------------------------------

    @Override
    public void lock() {
        usability.check();
        Hold hold = holds.toLock();
        int result = mutex.lock(hold, Outcomes.FOREVER, false);
        if (result != Status.FAST) {
            enterPlain(hold, result);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Hold hold = toLockInterruptibly();
        int result = mutex.lock(hold, Outcomes.FOREVER, true);
        throwIfInterrupted(result);
        enterPlain(hold, result);
    }

    @Override
    public boolean tryLock() {
        usability.check();
        Hold hold = holds.toLock();
        return enterPlain(hold, mutex.tryLock(hold));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        Hold hold = toLockInterruptibly();
        int result = lockWithin(hold, unit.toNanos(time));
        throwIfInterrupted(result);
        return enterPlain(hold, result);
    }

    @Override
    public void unlock() {
        space.checkOpen();
        Hold hold = holds.toUnlock();
        if (hold == null || mutex.unlock(hold) < 0) {
            throw notOwner();
        }
        if (hold.thread() == null) {
            left();
        }
    }

    @Override
    public Condition newCondition() {
        throw Misuse.conditions();
    }

    // ---- guards --------------------------------------------------------------------------------

    @Override
    public LockGuard acquire() {
        usability.check();
        Hold hold = holds.toLock();
        return guard(hold, mutex.lock(hold, Outcomes.FOREVER, false));
    }

    @Override
    public LockGuard acquire(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout");
        Hold hold = toLockInterruptibly();
        long start = space.port().nanoTime();
        int result = lockWithin(hold, Outcomes.saturatedNanos(timeout));
        throwIfInterrupted(result);
        if (Outcomes.isTooLate(result)) {
            left();
            Duration waited = Duration.ofNanos(space.port().nanoTime() - start);
            throw new LockTimeoutException(space.path(), name, view.holder(), waited, view.waiters());
        }
        return guard(hold, result);
    }

    @Override
    public Optional<LockGuard> tryAcquire() {
        usability.check();
        Hold hold = holds.toLock();
        int result = mutex.tryLock(hold);
        if (Outcomes.isTooLate(result)) {
            left();
            return Optional.empty();
        }
        return Optional.of(guard(hold, result));
    }

    // ---- looking -------------------------------------------------------------------------------

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isLocked() {
        space.checkOpen();
        return view.isLocked();
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return holdCount() > 0;
    }

    @Override
    public int holdCount() {
        space.checkOpen();
        Hold hold = holds.toUnlock();
        return hold == null ? 0 : hold.count();
    }

    @Override
    public Optional<Holder> holder() {
        space.checkOpen();
        return view.holder();
    }

    @Override
    public LockStatistics statistics() {
        space.checkOpen();
        return view.statistics();
    }

    @Override
    public Consistency consistency() {
        space.checkOpen();
        return view.consistency();
    }

    @Override
    public void reset() {
        usability.check();
        Hold hold = holds.toLock();
        while (view.consistency() == Consistency.NOT_RECOVERABLE && !mutex.reset(hold)) {
            // Somebody is just finding out that it is not recoverable.
            Thread.onSpinWait();
        }
        left();
    }

    @Override
    public String toString() {
        return "SharedMutex[" + name + " in " + space.path() + "]";
    }

    // ---- inside --------------------------------------------------------------------------------

    FutexMutex futexMutex() {
        return mutex;
    }

    MutexContext space() {
        return space;
    }

    LockView view() {
        return view;
    }

    /** The calling thread has given something back; a borrowed task may be idle now. */
    void left() {
        space.tasks().giveBackIfBorrowed();
    }

    IllegalMonitorStateException notOwner() {
        return Misuse.notOwner(space.path(), name, view.holder());
    }

    private Hold toLockInterruptibly() throws InterruptedException {
        usability.check();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return holds.toLock();
    }

    private void throwIfInterrupted(int result) throws InterruptedException {
        if (Errno.EINTR.is(result)) {
            left();
            Thread.interrupted();
            throw new InterruptedException("interrupted while waiting for " + this);
        }
    }

    private int lockWithin(Hold hold, long nanos) {
        return nanos <= 0
                ? mutex.tryLock(hold)
                : mutex.lock(hold, Outcomes.deadline(space.port().nanoTime(), nanos), true);
    }

    /** What a plain method does with a result: true if the caller owns the lock, false if time was up. */
    private boolean enterPlain(Hold hold, int result) {
        if (Outcomes.isTooLate(result)) {
            left();
            return false;
        }
        enter(hold, result);
        if (Status.ownerDied(result)) {
            recover(hold, result);
        }
        return true;
    }

    private LockGuard guard(Hold hold, int result) {
        enter(hold, result);
        return new RobustGuard(this, hold, result);
    }

    /** Throws unless the result is an acquisition in a file that is still the right one. */
    private void enter(Hold hold, int result) {
        if (result < 0) {
            left();
            throw Outcomes.failure(result, space.path(), name);
        }
        if (result != Status.FAST) {
            checkStillUsable(hold, result);
        }
    }

    /** The file may have been replaced while we waited. */
    private void checkStillUsable(Hold hold, int result) {
        try {
            usability.check();
        } catch (RuntimeException e) {
            giveBack(hold, Status.ownerDied(result));
            throw e;
        }
    }

    private void recover(Hold hold, int result) {
        Throwable cause = handler == null ? null : repair(hold, result);
        if (cause == null && handler != null) {
            return;
        }
        giveBack(hold, view.consistency() == Consistency.OWNER_DIED);
        throw new OwnerDiedException(space.path(), name, cause);
    }

    private Throwable repair(Hold hold, int result) {
        try {
            handler.recover(RobustGuard.forHandler(this, hold, result));
            mutex.markConsistent(hold);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        } catch (Throwable e) {
            return e;
        }
    }

    private void giveBack(Hold hold, boolean unrepaired) {
        if (unrepaired) {
            mutex.unlockUnrepaired(hold);
        } else {
            mutex.unlock(hold);
        }
        left();
    }
}
