package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Hold;
import dev.tpfutex.robust.monitor.Repair;

/**
 * What the plain {@link java.util.concurrent.locks.Lock} methods do with the news that an owner died, which they have
 * no way to return: the handler repairs, or the lock is given back and an exception tells.
 */
final class PlainRecovery {

    private final RobustMutex mutex;
    private final RecoveryHandler handler;

    /** @param handler null if none was given */
    PlainRecovery(RobustMutex mutex, RecoveryHandler handler) {
        this.mutex = mutex;
        this.handler = handler;
    }

    /**
     * Returns with the lock held and consistent, or throws {@link OwnerDiedException} without the lock.
     *
     * @param wanted as what the lock was asked for
     */
    void run(Hold hold, int status, NamedLock wanted) {
        long told = mutex.space().port().nanoTime();
        Throwable cause = handler == null ? null : repair(hold, status);
        if (cause == null && handler != null) {
            mutex.dealtWithDeath(Repair.Outcome.REPAIRED, told);
            return;
        }
        boolean unrepaired = mutex.view().consistency() == Consistency.OWNER_DIED;
        mutex.giveBack(hold, unrepaired);
        mutex.dealtWithDeath(unrepaired ? Repair.Outcome.GIVEN_BACK : Repair.Outcome.REPAIRED, told);
        throw new OwnerDiedException(wanted, cause);
    }

    private Throwable repair(Hold hold, int status) {
        try {
            handler.recover(RobustGuard.forHandler(mutex, hold, status));
            mutex.markConsistent(hold);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        } catch (Throwable e) {
            return e;
        }
    }
}
