package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.AcquireStatus;
import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.core.Status;
import dev.tpfutex.robust.task.TaskContext;

/** One hold of a mutex. */
final class RobustGuard implements LockGuard {

    private final RobustMutex mutex;
    private final TaskContext context;
    private final int status;
    private final long token;
    private final boolean ownerDied;
    private boolean closed;

    RobustGuard(RobustMutex mutex, TaskContext context, int status) {
        this(mutex, context, status, false);
    }

    private RobustGuard(RobustMutex mutex, TaskContext context, int status, boolean closed) {
        this.mutex = mutex;
        this.context = context;
        this.status = status;
        this.token = mutex.futexMutex().fencingToken();
        this.ownerDied = context.wasToldOfDeath(mutex.index());
        this.closed = closed;
    }

    /** A guard whose close does nothing: the hold is the caller's of the plain method. */
    static RobustGuard forHandler(RobustMutex mutex, TaskContext context, int status) {
        return new RobustGuard(mutex, context, status, true);
    }

    @Override
    public boolean ownerDied() {
        return ownerDied;
    }

    @Override
    public void markConsistent() {
        checkOwner();
        if (mutex.view().consistency() != Consistency.OWNER_DIED) {
            throw Misuse.nothingToRepair(mutex.space().path(), mutex.name());
        }
        mutex.futexMutex().markConsistent(context);
    }

    @Override
    public long fencingToken() {
        return token;
    }

    @Override
    public AcquireStatus status() {
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
        mutex.futexMutex().unlock(context);
        mutex.left(context);
    }

    private void checkOwner() {
        if (context.thread() != Thread.currentThread()
                || mutex.futexMutex().holds(context) == 0) {
            throw mutex.notOwner();
        }
    }

    @Override
    public String toString() {
        return "LockGuard[" + mutex + ", token " + token + ", " + status() + "]";
    }
}
