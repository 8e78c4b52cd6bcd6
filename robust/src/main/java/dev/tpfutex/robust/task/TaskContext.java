package dev.tpfutex.robust.task;

import dev.tpfutex.api.DeadlockEdge;
import dev.tpfutex.api.DeadlockException;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * A task and the thread that uses it now. A platform thread keeps its task until it ends; a virtual thread
 * borrows one while it holds or waits for locks, since there may be a million of them.
 */
public final class TaskContext extends Task {

    private final Port port;
    private final boolean borrowed;
    private volatile Thread thread;

    // The wait that is under way; only for its thread.
    private boolean waits;
    private int lock;
    private int mode;
    private Function<Task, List<DeadlockEdge>> deadlocks;
    private long began;
    private long said;
    private List<DeadlockEdge> deadlock = List.of();
    private Duration waited;

    TaskContext(Port port, int tid, Thread thread) {
        super(port, tid, thread.isVirtual() ? null : thread);
        this.port = port;
        this.thread = thread;
        this.borrowed = thread.isVirtual();
    }

    /** The thread that uses it, null while nobody does. */
    public Thread thread() {
        return thread;
    }

    /** Whether the task goes back to the pool as soon as it is idle. */
    public boolean isBorrowed() {
        return borrowed;
    }

    void use(Thread user) {
        thread = user;
    }

    // ---- waits that take long ------------------------------------------------------------------

    /**
     * The task's thread begins to wait. If that takes long, the slot will say so.
     *
     * @param waitMode of {@link dev.tpfutex.shm.layout.TaskLayout}
     * @param search finds the deadlock that the task is part of; null if it is not to be told to give up
     */
    public void beginWatchedWait(int lockIndex, int waitMode, Function<Task, List<DeadlockEdge>> search) {
        endWatchedWait();
        lock = lockIndex;
        mode = waitMode;
        deadlocks = search;
        began = 0;
        waits = true;
    }

    /** It waits no longer. If an error keeps that from being said, the next wait says it. */
    public void endWatchedWait() {
        waits = false;
        if (said != 0) {
            LongWait.end(port, this);
            said = 0;
        }
    }

    @Override
    public boolean isToGiveUp(long now) {
        if (!waits) {
            return false;
        }
        if (began == 0) {
            began = now;
        }
        return now - began >= LongWait.NANOS && isInBrokenDeadlock(now);
    }

    private boolean isInBrokenDeadlock(long now) {
        if (said == 0) {
            said = LongWait.begin(port, this, lock, mode, began, deadlocks != null);
        }
        if (!LongWait.isBroken(port, this, said)) {
            return false;
        }
        // While it is still there: to be told who the others are, and because it may have come to an end by itself.
        deadlock = deadlocks.apply(this);
        waited = Duration.ofNanos(port.nanoTime() - began);
        if (deadlock.isEmpty()) {
            LongWait.goOn(port, this);
            return false;
        }
        boolean gives = LongWait.giveUp(port, this, said);
        if (gives) {
            // Should the lock be promised already, the wait goes on, and the slot says so again.
            said = 0;
        }
        return gives;
    }

    /**
     * What to throw for a wait that the task gave up because it was told to.
     *
     * @param wanted as what the lock was asked for
     */
    public DeadlockException deadlock(NamedLock wanted) {
        DeadlockException thrown = new DeadlockException(wanted, deadlock, waited);
        deadlock = List.of();
        return thrown;
    }
}
