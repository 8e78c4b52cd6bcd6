package dev.tpfutex.robust.observe;

import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.OwnerDeath;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.monitor.WaitMode;

/** Watches the calls that wait. The fast paths do not come by here. */
public final class ObservedFutex extends TpFutex {

    private final Observers observers;

    public ObservedFutex(Port port, OwnerDeath ownerDeath, Observers observers) {
        super(port, ownerDeath);
        this.observers = observers;
    }

    @Override
    public int lock(Task task, Lock lock, boolean userspace, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.EXCLUSIVE, deadline);
        int result = super.lock(task, lock, userspace, deadline, interruptible);
        return waiting == null ? result : waiting.end(result);
    }

    @Override
    public int lockShared(Hold hold, Lock lock, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.SHARED, deadline);
        int result = super.lockShared(hold, lock, deadline, interruptible);
        return waiting == null ? result : waiting.end(result);
    }

    @Override
    public int lockUpgradable(Hold hold, Lock lock, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.UPGRADABLE, deadline);
        int result = super.lockUpgradable(hold, lock, deadline, interruptible);
        return waiting == null ? result : waiting.end(result);
    }

    @Override
    public int upgrade(Hold hold, Lock lock, long deadline, boolean interruptible) {
        Waiting waiting = observers.begin(lock, WaitMode.UPGRADE, deadline);
        int result = super.upgrade(hold, lock, deadline, interruptible);
        return waiting == null ? result : waiting.end(result);
    }
}
