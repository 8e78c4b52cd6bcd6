package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.task.TaskContext;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A {@link dev.tpfutex.api.SharedMutex}: turns the results of {@link FutexMutex} into what Java's users expect. One object a
 * handle; all state is in the shared record and in the thread's task. A handle <em>is</em> its futex mutex, to spare
 * the fast path a look-up.
 */
public class RobustMutex extends MutexHandle {

    /** Look-ups by other threads before one of them takes the place of the recent one. */
    private static final int PATIENCE = 16;

    private final PlainRecovery recovery;

    /**
     * The hold of the thread that used the handle most of late, found without a look into its thread-locals, which
     * would cost as much as the lock itself. Racy on purpose: whatever a thread reads here, it uses only if it is its
     * own. Nobody's once the handle is {@link #doubted}.
     */
    private volatile Hold recent = Hold.NONE;

    private int strangers;

    /** Whether locks may no longer be taken, or there is a reason to look. The space's {@link Usability} says so. */
    private volatile boolean doubted;

    RobustMutex(MutexContext space, NamedLock named, Lock lock, TpFutex futex, RecoveryHandler handler) {
        super(space, named, lock, futex);
        this.recovery = new PlainRecovery(this, handler);
        space.usability().register(this);
    }

    /**
     * A handle.
     *
     * @param named a mutex or a write lock
     * @param handler what repairs for the plain {@link java.util.concurrent.locks.Lock} methods, or null
     */
    public static RobustMutex of(
            MutexContext space, NamedLock named, Lock lock, TpFutex futex, RecoveryHandler handler) {
        return space.port() == MappedPort.first()
                ? new FirstSpaceMutex(space, named, lock, futex, handler)
                : new RobustMutex(space, named, lock, futex, handler);
    }

    // ---- Lock ----------------------------------------------------------------------------------

    @Override
    public void lock() {
        try {
            Hold hold = toLock();
            int result = lock(hold, Outcomes.FOREVER, false);
            if (result != Status.FAST || doubted) {
                enterPlain(hold, result);
            }
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        try {
            Hold hold = toLockInterruptibly();
            int result = lock(hold, Outcomes.FOREVER, true);
            throwIfInterrupted(result, named().kind());
            enterPlain(hold, result);
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    @Override
    public boolean tryLock() {
        try {
            Hold hold = toLock();
            return enterPlain(hold, tryLock(hold));
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        try {
            Objects.requireNonNull(unit, "unit");
            Hold hold = toLockInterruptibly();
            int result = lockWithin(hold, unit.toNanos(time));
            throwIfInterrupted(result, named().kind());
            return enterPlain(hold, result);
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    @Override
    public void unlock() {
        try {
            Hold hold = recent;
            if (hold.isFor(Thread.currentThread())) {
                int result = unlockListed(hold);
                if (result < 0) {
                    throw notReleased(result);
                }
            } else {
                unlockSlowly();
            }
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    private void unlockSlowly() {
        space().checkOpen();
        Hold hold = find();
        if (hold == null) {
            throw notOwner();
        }
        release(hold);
    }

    private void release(Hold hold) {
        int result = unlock(hold);
        left();
        if (result < 0) {
            throw notReleased(result);
        }
    }

    /** The caller is not the owner; or it was to repair before it could go on as a reader. */
    private RuntimeException notReleased(int result) {
        return Errno.ENOTRECOVERABLE.is(result) ? Outcomes.failure(result, named()) : notOwner();
    }

    /** A guard of the calling thread's, which has the lock by this hold, is closed. */
    void close(Hold hold) {
        try {
            release(hold);
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    // ---- guards --------------------------------------------------------------------------------

    @Override
    public LockGuard acquire() {
        try {
            Hold hold = toLock();
            return guard(hold, lock(hold, Outcomes.FOREVER, false));
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    @Override
    public LockGuard acquire(Duration timeout) throws InterruptedException {
        try {
            Objects.requireNonNull(timeout, "timeout");
            Hold hold = toLockInterruptibly();
            long start = space().port().nanoTime();
            int result = lockWithin(hold, Outcomes.saturatedNanos(timeout));
            throwIfInterrupted(result, named().kind());
            if (Outcomes.isTooLate(result)) {
                left();
                Duration waited = Duration.ofNanos(space().port().nanoTime() - start);
                throw new LockTimeoutException(named(), view().found(hold.task().tid()), waited, view().waiters());
            }
            return guard(hold, result);
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    @Override
    public Optional<LockGuard> tryAcquire() {
        try {
            Hold hold = toLock();
            int result = tryLock(hold);
            if (Outcomes.isTooLate(result)) {
                left();
                return Optional.empty();
            }
            return Optional.of(guard(hold, result));
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    @Override
    public int holdCount() {
        return look(() -> {
            Hold hold = find();
            return hold == null ? 0 : hold.count();
        });
    }

    @Override
    public void reset() {
        try {
            Hold hold = toLock();
            while (view().consistency() == Consistency.NOT_RECOVERABLE && !reset(hold)) {
                // Somebody is just finding out that it is not recoverable.
                Thread.onSpinWait();
            }
            left();
        } catch (InternalError gone) {
            throw space().truncated(gone);
        }
    }

    // ---- inside --------------------------------------------------------------------------------

    private void remember(Hold hold) {
        recent = hold;
        // After the store: whoever raises the flag then takes away what we have stored, or we do.
        if (doubted) {
            recent = Hold.NONE;
        }
    }

    /** Has each operation ask the space whether it may go on, from now on: none finds a recent hold. */
    void doubt() {
        doubted = true;
        recent = Hold.NONE;
    }

    /** The calling thread's hold, to lock with; throws if it must not lock, or there is no task for the thread. */
    Hold toLock() {
        Hold hold = recent;
        return hold.isFor(Thread.currentThread()) ? hold : prepare();
    }

    /** The calling thread's hold, to unlock with; null if it cannot have one. */
    Hold found() {
        Hold hold = recent;
        return hold.isFor(Thread.currentThread()) ? hold : find();
    }

    /** The hold of some thread, perhaps of the calling one. */
    Hold recent() {
        return recent;
    }

    boolean isDoubted() {
        return doubted;
    }

    /**
     * Repairs, as the owner, what a dead one has left; or gives the lock back and throws.
     *
     * @param wanted as what the lock was asked for
     */
    void repair(Hold hold, int status, NamedLock wanted) {
        recovery.run(hold, status, wanted);
    }

    /** The calling thread's hold; null if it cannot have one. */
    private Hold find() {
        TaskContext context = space().tasks().currentOrNull();
        return context == null ? null : find(context);
    }

    private Hold prepare() {
        space().usability().check();
        TaskContext context = space().tasks().current();
        Hold hold = prepare(context != null ? context : space().taskOrThrow());
        if (hold.isFor(Thread.currentThread()) && (recent == Hold.NONE || ++strangers % PATIENCE == 0)) {
            remember(hold);
        }
        return hold;
    }

    Hold toLockInterruptibly() throws InterruptedException {
        if (doubted) {
            space().usability().check();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return toLock();
    }

    private int lockWithin(Hold hold, long nanos) {
        return nanos <= 0
                ? tryLock(hold)
                : lock(hold, Outcomes.deadline(space().port().nanoTime(), nanos), true);
    }

    /** What a plain method does with a result: true if the caller owns the lock, false if time was up. */
    private boolean enterPlain(Hold hold, int result) {
        if (Outcomes.isTooLate(result)) {
            left();
            return false;
        }
        enter(hold, result);
        if (Status.ownerDied(result)) {
            repair(hold, result, named());
        }
        return true;
    }

    private LockGuard guard(Hold hold, int result) {
        enter(hold, result);
        try {
            return new RobustGuard(this, hold, result);
        } catch (Throwable noRoom) {
            // Nobody would give back what nobody knows to have.
            giveBack(hold, Status.ownerDied(result));
            throw noRoom;
        }
    }

    /** Throws unless the result is an acquisition in a file that is still the right one. */
    private void enter(Hold hold, int result) {
        if (result < 0) {
            RuntimeException failure =
                    Errno.EDEADLK.is(result) ? Misuse.upgrade(named()) : failure(hold, result, named());
            left();
            throw failure;
        }
        // Only now: whoever got past the first look and was slow sees the flag after its compare-and-exchange.
        if (doubted) {
            checkStillUsable(hold, result);
        }
    }

    /** The file may have been replaced meanwhile. */
    private void checkStillUsable(Hold hold, int result) {
        try {
            space().usability().check();
        } catch (RuntimeException e) {
            giveBack(hold, Status.ownerDied(result));
            throw e;
        }
    }

    /** Gives the lock back on behalf of a caller that cannot use it. */
    void giveBack(Hold hold, boolean unrepaired) {
        if (unrepaired) {
            unlockUnrepaired(hold);
        } else {
            unlock(hold);
        }
        left();
    }
}
