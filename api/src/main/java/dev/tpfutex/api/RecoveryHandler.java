package dev.tpfutex.api;

/**
 * Repairs what a lock protects after an owner died inside its critical section. Given to
 * {@link LockSpace#mutex(String, RecoveryHandler)} or, for a reader-writer lock, to
 * {@link ReadWriteOptions#recovery(RecoveryHandler)}. Called by the plain {@link java.util.concurrent.locks.Lock} methods
 * of that handle's mutex or write lock, which have no other way to tell their caller; {@link SharedMutex#acquire()} and its
 * kin never call it: they tell by {@link LockGuard#ownerDied()}. Called by all methods of that handle's read locks that
 * lock, also by those that give a {@link ReadGuard}: a reader becomes the writer for the repair, and reads after that.
 */
@FunctionalInterface
public interface RecoveryHandler {

    /**
     * Called under the mutex or write lock, in the thread that acquired it, before the locking method returns. When this
     * returns normally the lock is marked consistent and the locking method goes on; when it throws anything, the lock is
     * released, the mark stays for the next one, and the locking method throws {@link OwnerDiedException} with what
     * was thrown as its cause (and with the interrupt status set again if that was an
     * {@link InterruptedException}). It may take its time: everybody waits, nobody takes the lock away. If this
     * process dies here, the next owner is told as this one was.
     *
     * <p>It may acquire the lock again (it is reentrant; of a reader-writer lock also the read lock) but must leave it as
     * often held as it found it.
     *
     * @param guard of this acquisition, valid during the call only; {@link LockGuard#markConsistent()} may be called
     *     but need not be, and then stays in force even if this throws; {@link LockGuard#close()} does nothing here
     * @throws Exception if the repair failed
     */
    void recover(LockGuard guard) throws Exception;
}
