package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.TpFutex;

/** To read as the one that may become the owner. */
final class UpgradableReadLock extends RobustReadLock {

    UpgradableReadLock(MutexContext space, RobustMutex writers, Lock lock, TpFutex futex) {
        super(space, writers, lock, futex);
    }

    @Override
    int take(Hold hold, long deadline, boolean interruptible) {
        return lockUpgradable(hold, deadline, interruptible);
    }

    @Override
    int tryTake(Hold hold) {
        return tryLockUpgradable(hold);
    }

    @Override
    int give(Hold hold) {
        return unlockUpgradable(hold);
    }

    @Override
    boolean giveSimply(Hold hold) {
        return false;
    }

    @Override
    int count(Hold hold) {
        return hold.upgradableCount();
    }

    @Override
    LockKind kind() {
        return LockKind.UPGRADABLE_LOCK;
    }
}
