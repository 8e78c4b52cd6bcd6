package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.Holder;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.WrongKindException;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.robust.task.TaskRegistry;
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

    private static final long FOREVER = Long.MAX_VALUE;

    private final MutexContext space;
    private final String name;
    private final int index;
    private final FutexMutex mutex;
    private final Usability usability;
    private final TaskRegistry tasks;
    private final LockView view;
    private final RecoveryHandler handler;

    /**
     * A handle.
     *
     * @param handler what repairs for the plain {@link java.util.concurrent.locks.Lock} methods, or null
     */
    public RobustMutex(MutexContext space, String name, Lock lock, TpFutex futex, RecoveryHandler handler) {
        this.space = space;
        this.name = name;
        this.usability = space.usability();
        this.tasks = space.tasks();
        this.index = lock.index();
        this.mutex = new FutexMutex(space.port(), futex, lock);
        this.view = new LockView(space.port(), lock);
        this.handler = handler;
    }

    // ---- Lock ----------------------------------------------------------------------------------

    @Override
    public void lock() {
        usability.check();
        TaskContext context = task();
        int result = mutex.lock(context, FOREVER, false);
        if (result != Status.FAST) {
            enterPlain(context, result);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        checkInterrupt();
        TaskContext context = task();
        int result = mutex.lock(context, FOREVER, true);
        throwIfInterrupted(context, result);
        enterPlain(context, result);
    }

    @Override
    public boolean tryLock() {
        usability.check();
        TaskContext context = task();
        return enterPlain(context, mutex.tryLock(context));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        checkInterrupt();
        TaskContext context = task();
        int result = lockWithin(context, unit.toNanos(time));
        throwIfInterrupted(context, result);
        return enterPlain(context, result);
    }

    @Override
    public void unlock() {
        space.checkOpen();
        TaskContext context = tasks.currentOrNull();
        if (context == null || mutex.unlock(context) < 0) {
            throw notOwner();
        }
        if (context.needsCare()) {
            left(context);
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
        TaskContext context = task();
        return guard(context, mutex.lock(context, FOREVER, false));
    }

    @Override
    public LockGuard acquire(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout");
        checkInterrupt();
        TaskContext context = task();
        long start = space.port().nanoTime();
        int result = lockWithin(context, saturatedNanos(timeout));
        throwIfInterrupted(context, result);
        if (Errno.ETIMEDOUT.is(result) || Errno.EBUSY.is(result)) {
            left(context);
            Duration waited = Duration.ofNanos(space.port().nanoTime() - start);
            throw new LockTimeoutException(space.path(), name, view.holder(), waited, view.waiters());
        }
        return guard(context, result);
    }

    @Override
    public Optional<LockGuard> tryAcquire() {
        usability.check();
        TaskContext context = task();
        int result = mutex.tryLock(context);
        if (Errno.EBUSY.is(result)) {
            left(context);
            return Optional.empty();
        }
        return Optional.of(guard(context, result));
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
        TaskContext context = tasks.currentOrNull();
        return context == null ? 0 : mutex.holds(context);
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
        TaskContext context = task();
        while (view.consistency() == Consistency.NOT_RECOVERABLE && !mutex.reset(context)) {
            // Somebody is just finding out that it is not recoverable.
            Thread.onSpinWait();
        }
        left(context);
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

    int index() {
        return index;
    }

    /** The calling thread has given something back; a borrowed task may be idle now. */
    void left(TaskContext context) {
        if (mutex.holds(context) == 0) {
            context.forgetDeath(index);
        }
        if (context.isBorrowed()) {
            tasks.giveBackIfIdle(context);
        }
    }

    IllegalMonitorStateException notOwner() {
        return Misuse.notOwner(space.path(), name, view.holder());
    }

    private TaskContext task() {
        TaskContext context = tasks.current();
        return context != null ? context : space.taskOrThrow();
    }

    private void checkInterrupt() throws InterruptedException {
        usability.check();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private void throwIfInterrupted(TaskContext context, int result) throws InterruptedException {
        if (Errno.EINTR.is(result)) {
            left(context);
            Thread.interrupted();
            throw new InterruptedException("interrupted while waiting for " + this);
        }
    }

    private int lockWithin(TaskContext context, long nanos) {
        if (nanos <= 0) {
            return mutex.tryLock(context);
        }
        long now = space.port().nanoTime();
        long deadline = nanos >= FOREVER - Math.max(now, 0) ? FOREVER : now + nanos;
        return mutex.lock(context, deadline, true);
    }

    private static long saturatedNanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException beyondLong) {
            return timeout.isNegative() ? 0 : FOREVER;
        }
    }

    /** What a plain method does with a result: true if the caller owns the lock, false if time was up. */
    private boolean enterPlain(TaskContext context, int result) {
        if (Errno.EBUSY.is(result) || Errno.ETIMEDOUT.is(result)) {
            left(context);
            return false;
        }
        enter(context, result);
        if (result >= 0 && Status.ownerDied(result)) {
            recover(context, result);
        }
        return true;
    }

    private LockGuard guard(TaskContext context, int result) {
        enter(context, result);
        return new RobustGuard(this, context, result);
    }

    /** Throws unless the result is an acquisition in a file that is still the right one. */
    private void enter(TaskContext context, int result) {
        if (result < 0) {
            left(context);
            throw failure(result);
        }
        if (Status.ownerDied(result)) {
            context.toldOfDeath(index);
        }
        if (result != Status.FAST) {
            checkStillUsable(context, result);
        }
    }

    /** The file may have been replaced while we waited. */
    private void checkStillUsable(TaskContext context, int result) {
        try {
            usability.check();
        } catch (RuntimeException e) {
            giveBack(context, Status.ownerDied(result));
            throw e;
        }
    }

    private RuntimeException failure(int result) {
        if (Errno.ENOTRECOVERABLE.is(result)) {
            return new NotRecoverableException(space.path(), name);
        }
        if (Errno.EINVAL.is(result)) {
            return new WrongKindException(space.path(), name, "mutex", "another kind");
        }
        return new IllegalStateException(this + ": unexpected result " + result);
    }

    private void recover(TaskContext context, int result) {
        Throwable cause = handler == null ? null : repair(context, result);
        if (cause == null && handler != null) {
            return;
        }
        giveBack(context, view.consistency() == Consistency.OWNER_DIED);
        throw new OwnerDiedException(space.path(), name, cause);
    }

    private Throwable repair(TaskContext context, int result) {
        try {
            handler.recover(RobustGuard.forHandler(this, context, result));
            mutex.markConsistent(context);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        } catch (Throwable e) {
            return e;
        }
    }

    private void giveBack(TaskContext context, boolean unrepaired) {
        if (unrepaired) {
            mutex.unlockUnrepaired(context);
        } else {
            mutex.unlock(context);
        }
        left(context);
    }
}
