package dev.tpfutex.robust.monitor;

/** What a thread waits for. */
public enum WaitMode {

    /** To own a mutex, or to write under a reader-writer lock. */
    EXCLUSIVE,

    /** To read. */
    SHARED,

    /** To become the one upgradable reader. */
    UPGRADABLE,

    /** As the upgradable reader, to own the lock. */
    UPGRADE
}
