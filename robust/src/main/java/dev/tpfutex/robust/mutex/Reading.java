package dev.tpfutex.robust.mutex;

import dev.tpfutex.core.Hold;

/** A way to read under a lock: as one of many, or as the upgradable one. Results are those of the protocol. */
abstract class Reading {

    abstract int lock(Hold hold, long deadline, boolean interruptible);

    abstract int tryLock(Hold hold);

    abstract int unlock(Hold hold);

    /** How often the hold's task has it. */
    abstract int count(Hold hold);

    /** What the lock is called in messages. */
    abstract String what();
}
