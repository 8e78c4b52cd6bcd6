package dev.tpfutex.examples.demo;

import dev.tpfutex.api.Holder;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import java.util.Optional;

/**
 * The lock that the ledger is under: a mutex, or a reader-writer lock of another name.
 *
 * @param writers the mutex, or the writers' side
 * @param shared the reader-writer lock, {@code null} if it is a mutex
 */
record LedgerLock(SharedMutex writers, SharedReadWriteLock shared) {

    private static final String MUTEX = "ledger";
    private static final String SHARED = "shared-ledger";

    /** To look at, and to lock by guards. */
    static LedgerLock open(LockSpace space, boolean isShared) {
        return isShared ? of(space.rwLock(SHARED)) : new LedgerLock(space.mutex(MUTEX), null);
    }

    /** To lock in all ways: after an owner's death those that cannot tell of it call the handler. */
    static LedgerLock open(LockSpace space, boolean isShared, RecoveryHandler handler) {
        return isShared ? of(space.rwLock(SHARED, ReadWriteOptions.defaults().recovery(handler)))
                : new LedgerLock(space.mutex(MUTEX, handler), null);
    }

    private static LedgerLock of(SharedReadWriteLock lock) {
        return new LedgerLock(lock.writeLock(), lock);
    }

    /** How many read just now. */
    int readers() {
        return shared == null ? 0 : shared.readers();
    }

    /** The owner, or one of the readers. */
    Optional<Holder> holder() {
        Optional<Holder> owner = writers.holder();
        return shared == null || owner.isPresent() ? owner : shared.reader();
    }
}
