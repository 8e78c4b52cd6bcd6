package dev.tpfutex.robust.observe;

import dev.tpfutex.api.DeadlockEdge;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.OwnerDeath;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.monitor.WaitMode;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.List;
import java.util.function.Function;

/**
 * Watches the calls that wait, for those who listen, and so that waits that take long are known to who looks for
 * deadlocks. The fast paths do not come by here.
 */
public final class ObservedFutex extends TpFutex {

    private final Observers observers;
    private final Function<Task, List<DeadlockEdge>> deadlocks;

    /**
     * For the tasks of a {@link dev.tpfutex.robust.task.TaskRegistry}.
     *
     * @param deadlocks the deadlock that a waiting task is part of, its own wait first, or none, if waits may be ended
     *     because of one; null if not
     */
    public ObservedFutex(
            Port port, OwnerDeath ownerDeath, Observers observers, Function<Task, List<DeadlockEdge>> deadlocks) {
        super(port, ownerDeath);
        this.observers = observers;
        this.deadlocks = deadlocks;
    }

    @Override
    public int lock(Task task, Lock lock, boolean userspace, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.EXCLUSIVE, deadline);
        TaskContext waiter = beginWait(task, lock, TaskLayout.MODE_EXCLUSIVE);
        int result;
        try {
            result = super.lock(task, lock, userspace, deadline, interruptible);
        } finally {
            waiter.endWatchedWait();
        }
        return waiting == null ? result : waiting.end(result);
    }

    @Override
    public int lockShared(Hold hold, Lock lock, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.SHARED, deadline);
        TaskContext waiter = beginWait(hold.task(), lock, TaskLayout.MODE_SHARED);
        int result;
        try {
            result = super.lockShared(hold, lock, deadline, interruptible);
        } finally {
            waiter.endWatchedWait();
        }
        return waiting == null ? result : waiting.end(result);
    }

    @Override
    public int lockUpgradable(Hold hold, Lock lock, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.UPGRADABLE, deadline);
        TaskContext waiter = beginWait(hold.task(), lock, TaskLayout.MODE_UPGRADABLE);
        int result;
        try {
            result = super.lockUpgradable(hold, lock, deadline, interruptible);
        } finally {
            waiter.endWatchedWait();
        }
        return waiting == null ? result : waiting.end(result);
    }

    @Override
    public int upgrade(Hold hold, Lock lock, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.UPGRADE, deadline);
        TaskContext waiter = beginWait(hold.task(), lock, TaskLayout.MODE_UPGRADE);
        int result;
        try {
            result = super.upgrade(hold, lock, deadline, interruptible);
        } finally {
            waiter.endWatchedWait();
        }
        return waiting == null ? result : waiting.end(result);
    }

    private TaskContext beginWait(Task task, Lock lock, int mode) {
        TaskContext waiter = (TaskContext) task;
        waiter.beginWatchedWait(lock.index(), mode, deadlocks);
        return waiter;
    }
}
