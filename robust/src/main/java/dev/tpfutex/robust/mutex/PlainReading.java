package dev.tpfutex.robust.mutex;

import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.Hold;

/** As one of many. */
final class PlainReading extends Reading {

    private final FutexRwLock lock;

    PlainReading(FutexRwLock lock) {
        this.lock = lock;
    }

    @Override
    int lock(Hold hold, long deadline, boolean interruptible) {
        return lock.lock(hold, deadline, interruptible);
    }

    @Override
    int tryLock(Hold hold) {
        return lock.tryLock(hold);
    }

    @Override
    int unlock(Hold hold) {
        return lock.unlock(hold);
    }

    @Override
    int count(Hold hold) {
        return hold.readCount() - hold.upgradableCount();
    }

    @Override
    String what() {
        return "read lock";
    }
}
