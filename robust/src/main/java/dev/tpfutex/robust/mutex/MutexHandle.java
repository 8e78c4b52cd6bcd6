package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.Holder;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.monitor.Repair;
import dev.tpfutex.robust.task.TaskContext;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.function.Supplier;

/** The part of a mutex that does not change it: its name, what its record says, and what goes wrong. */
abstract class MutexHandle extends FutexMutex implements SharedMutex {

    private final MutexContext space;
    private final NamedLock named;
    private final LockView view;

    MutexHandle(MutexContext space, NamedLock named, Lock lock, TpFutex futex) {
        super(space.port(), futex, lock);
        this.space = space;
        this.named = named;
        this.view = new LockView(space.port(), lock);
    }

    @Override
    public final String name() {
        return named.name();
    }

    @Override
    public final boolean isLocked() {
        return look(view::isLocked);
    }

    @Override
    public final boolean isHeldByCurrentThread() {
        return holdCount() > 0;
    }

    @Override
    public final Optional<Holder> holder() {
        return look(view::holder);
    }

    @Override
    public final LockStatistics statistics() {
        return look(view::statistics);
    }

    @Override
    public final Consistency consistency() {
        return look(view::consistency);
    }

    @Override
    public final Condition newCondition() {
        throw Misuse.conditions(named);
    }

    /** Not for the fast paths: it allocates. */
    final <T> T look(Supplier<T> question) {
        try {
            space.checkOpen();
            return question.get();
        } catch (InternalError gone) {
            throw space.truncated(gone);
        }
    }

    final MutexContext space() {
        return space;
    }

    /** The lock, for messages. */
    final NamedLock named() {
        return named;
    }

    final LockView view() {
        return view;
    }

    /** The calling thread was told of an owner's death, at {@code told} of the monotonic clock, and has done this. */
    final void dealtWithDeath(Repair.Outcome outcome, long told) {
        if (space.observers().isAnybody()) {
            Repair repair = new Repair(name(), outcome, space.port().nanoTime() - told);
            space.observers().tell(each -> each.repaired(repair));
        }
    }

    /** The calling thread has given something back; a borrowed task may be idle now. */
    final void left() {
        space.tasks().giveBackIfBorrowed();
    }

    /** @param wanted as what the lock was asked for */
    final void throwIfInterrupted(int result, LockKind wanted) throws InterruptedException {
        if (Errno.EINTR.is(result)) {
            left();
            Thread.interrupted();
            throw new InterruptedException("interrupted while waiting for the " + named.as(wanted).describe());
        }
    }

    /**
     * The exception for a result that is an error, and neither lateness nor an interrupt nor misuse. To be made before the
     * task is given back.
     *
     * @param wanted as what the lock was asked for
     */
    static RuntimeException failure(Hold hold, int result, NamedLock wanted) {
        return Errno.ECANCELED.is(result)
                ? ((TaskContext) hold.task()).deadlock(wanted)
                : Outcomes.failure(result, wanted);
    }

    final IllegalMonitorStateException notOwner() {
        return Misuse.notOwner(named, view.found(0));
    }

    @Override
    public final String toString() {
        return "SharedMutex[" + named.describe() + "]";
    }
}
