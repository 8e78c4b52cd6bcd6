package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.AcquireStatus;
import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Status;
import dev.tpfutex.robust.monitor.Repair;

/** One hold of a mutex. */
final class RobustGuard implements LockGuard {

    private final RobustMutex mutex;
    private final Hold hold;
    private final Thread owner;
    private final int status;
    private final long token;
    private final boolean ownerDied;
    private final long since;
    private final boolean ofHandler;
    private boolean closed;

    RobustGuard(RobustMutex mutex, Hold hold, int status) {
        this(mutex, hold, status, false);
    }

    private RobustGuard(RobustMutex mutex, Hold hold, int status, boolean ofHandler) {
        this.mutex = mutex;
        this.hold = hold;
        this.owner = Thread.currentThread();
        this.status = status;
        this.token = mutex.fencingToken();
        this.ownerDied = hold.wasToldOfDeath();
        this.since = ownerDied ? mutex.space().port().nanoTime() : 0;
        this.ofHandler = ofHandler;
        this.closed = ofHandler;
    }

    /** A guard whose close does nothing: the hold is the caller's of the plain method. */
    static RobustGuard forHandler(RobustMutex mutex, Hold hold, int status) {
        return new RobustGuard(mutex, hold, status, true);
    }

    @Override
    public boolean ownerDied() {
        return ownerDied;
    }

    @Override
    public void markConsistent() {
        checkOwner();
        if (mutex.view().consistency() != Consistency.OWNER_DIED) {
            throw Misuse.nothingToRepair(mutex.named());
        }
        mutex.markConsistent(hold);
        if (!ofHandler) {
            mutex.dealtWithDeath(Repair.Outcome.REPAIRED, since);
        }
    }

    @Override
    public long fencingToken() {
        return token;
    }

    @Override
    public AcquireStatus status() {
        return statusOf(status);
    }

    static AcquireStatus statusOf(int status) {
        return switch (Status.how(status)) {
            case Status.FAST -> AcquireStatus.FAST;
            case Status.STOLEN -> AcquireStatus.STOLEN;
            case Status.ACQUIRED -> AcquireStatus.TOP_WAITER;
            default -> AcquireStatus.HANDED_OFF;
        };
    }

    @Override
    public int sleeps() {
        return Status.sleeps(status);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        checkOwner();
        closed = true;
        boolean ruins = ownerDied && hold.count() == 1 && mutex.consistency() == Consistency.OWNER_DIED;
        mutex.close(hold);
        if (ruins) {
            mutex.dealtWithDeath(Repair.Outcome.NOT_RECOVERABLE, since);
        }
    }

    private void checkOwner() {
        // A virtual thread that has given all back has lent its hold to another.
        if (owner != Thread.currentThread() || hold.count() == 0 || mutex.found() != hold) {
            throw mutex.notOwner();
        }
    }

    @Override
    public String toString() {
        return "LockGuard[" + mutex + ", token " + token + ", " + status() + "]";
    }
}
