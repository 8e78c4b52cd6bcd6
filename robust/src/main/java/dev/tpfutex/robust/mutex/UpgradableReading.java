package dev.tpfutex.robust.mutex;

import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.Hold;

/** As the one that may become the owner. */
final class UpgradableReading extends Reading {

    private final FutexRwLock lock;

    UpgradableReading(FutexRwLock lock) {
        this.lock = lock;
    }

    @Override
    int lock(Hold hold, long deadline, boolean interruptible) {
        return lock.lockUpgradable(hold, deadline, interruptible);
    }

    @Override
    int tryLock(Hold hold) {
        return lock.tryLockUpgradable(hold);
    }

    @Override
    int unlock(Hold hold) {
        return lock.unlockUpgradable(hold);
    }

    @Override
    int count(Hold hold) {
        return hold.upgradableCount();
    }

    @Override
    String what() {
        return "upgradable lock";
    }
}
