package dev.tpfutex.robust.observe;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Status;
import dev.tpfutex.robust.monitor.LockThread;
import dev.tpfutex.robust.monitor.LockWait;
import dev.tpfutex.robust.monitor.WaitMode;
import dev.tpfutex.robust.monitor.WaitOutcome;
import java.util.Optional;

/** A call that may wait, from its begin on. Used by its thread. */
final class Waiting implements LockWait {

    /**
     * A wait without a sleep that is over sooner is not told of: the owner would tell of it while it has the lock, which
     * takes longer than many such waits. Where threads do nothing but contend, it cost a tenth of the throughput.
     */
    private static final long BRIEF_NANOS = 20_000;

    private final Observers observers;
    private final Lock lock;
    private final WaitMode mode;
    private final Object begun;
    private final long start;
    private final int holder;
    private final int holderPid;
    private int result;
    private long nanos;

    /** @param begun what a recorder has begun, or null */
    Waiting(Observers observers, Lock lock, WaitMode mode, long start, Object begun) {
        this.observers = observers;
        this.lock = lock;
        this.mode = mode;
        this.start = start;
        this.begun = begun;
        this.holder = observers.parties().holder(lock, begun != null);
        // Now: after the wait its record may be another's.
        this.holderPid = observers.parties().pid(holder);
    }

    /** The call returns this; tells those who listen if it has waited for long enough to be told of. */
    int end(int returned) {
        this.result = returned;
        if (!isAtOnce()) {
            this.nanos = observers.nanoTime() - start;
            if (!isBrief()) {
                observers.end(this, begun);
            }
        }
        return returned;
    }

    private boolean isBrief() {
        return nanos < BRIEF_NANOS && result >= 0 && Status.sleeps(result) == 0 && !Status.ownerDied(result);
    }

    private boolean isAtOnce() {
        return result < 0
                ? !Errno.ETIMEDOUT.is(result) && !Errno.EINTR.is(result) && !Errno.ECANCELED.is(result)
                : Status.how(result) == Status.STOLEN && Status.sleeps(result) == 0;
    }

    @Override
    public int lock() {
        return lock.index();
    }

    @Override
    public String lockName() {
        return observers.nameOf(lock.index());
    }

    @Override
    public WaitMode mode() {
        return mode;
    }

    @Override
    public WaitOutcome outcome() {
        if (result < 0) {
            return Errno.EINTR.is(result) ? WaitOutcome.INTERRUPTED
                    : Errno.ECANCELED.is(result) ? WaitOutcome.DEADLOCK : WaitOutcome.TIMED_OUT;
        }
        return switch (Status.how(result)) {
            case Status.STOLEN -> WaitOutcome.STOLEN;
            case Status.ACQUIRED -> WaitOutcome.TOP_WAITER;
            default -> WaitOutcome.HANDED_OFF;
        };
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public int sleeps() {
        return result < 0 ? 0 : Status.sleeps(result);
    }

    @Override
    public boolean ownerDied() {
        return result >= 0 && Status.ownerDied(result);
    }

    @Override
    public Optional<LockThread> holder() {
        return holderPid == 0
                ? Optional.empty()
                : Optional.of(new LockThread(holderPid, observers.parties().threadName(holder)));
    }
}
