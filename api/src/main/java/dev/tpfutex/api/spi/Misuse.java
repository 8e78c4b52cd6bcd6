package dev.tpfutex.api.spi;

import java.nio.file.Path;

/** The exceptions for calls that the caller should not have made, with their words in one place. */
public final class Misuse {

    private Misuse() {}

    /**
     * For a release by a thread that is not the owner.
     *
     * @param lock which lock
     * @param found who has it
     * @return to be thrown
     */
    public static IllegalMonitorStateException notOwner(NamedLock lock, Holding found) {
        return new IllegalMonitorStateException("Thread " + caller() + " does not own the " + lock.describe() + ": "
                + found.describe() + ". Nothing was changed.");
    }

    /**
     * For a release by a thread that does not read under the lock.
     *
     * @param lock which lock
     * @return to be thrown
     */
    public static IllegalMonitorStateException notReader(NamedLock lock) {
        return new IllegalMonitorStateException(
                "Thread " + caller() + " does not hold the " + lock.describe() + ". Nothing was changed.");
    }

    /**
     * For a reader that wants the write lock.
     *
     * @param lock the write lock
     * @return to be thrown
     */
    public static IllegalMonitorStateException upgrade(NamedLock lock) {
        return new IllegalMonitorStateException("Thread " + caller() + " has the "
                + lock.as(LockKind.READ_LOCK).describe() + " and cannot take its write lock: two that tried would wait"
                + " for each other for ever. Release the read lock first, or read by the upgradableLock() from the"
                + " start.");
    }

    /**
     * For a reader or writer that wants to be upgradable.
     *
     * @param lock the upgradable lock
     * @return to be thrown
     */
    public static IllegalMonitorStateException upgradableTooLate(NamedLock lock) {
        return new IllegalMonitorStateException("Thread " + caller() + " has the read lock or the "
                + lock.as(LockKind.WRITE_LOCK).describe() + " and cannot take its upgradable lock any more: take that"
                + " one first.");
    }

    /**
     * For a call that came too late.
     *
     * @param space path of the space
     * @return to be thrown
     */
    public static IllegalStateException closed(Path space) {
        return new IllegalStateException("Lock space " + space + " is closed. Open it again to use its locks.");
    }

    /**
     * For a close of the last handle while a thread of this JVM holds or waits.
     *
     * @param lock which lock, as what it is held or wanted
     * @param threadName who holds it or waits for it
     * @param waits whether it waits
     * @return to be thrown
     */
    public static IllegalStateException inUse(NamedLock lock, String threadName, boolean waits) {
        return new IllegalStateException(
                "Lock space " + lock.space() + " is in use and stays open: thread \"" + threadName + "\" "
                        + (waits ? "waits for the " : "holds the ") + lock.kind().of(lock.name()) + ". "
                        + (waits ? "Interrupt or await it" : "Release it") + ", then close again.");
    }

    /**
     * For marking a lock consistent that is so already.
     *
     * @param lock which lock
     * @return to be thrown
     */
    public static IllegalStateException nothingToRepair(NamedLock lock) {
        return new IllegalStateException("Nothing to repair: the " + lock.describe()
                + " is consistent already. Call markConsistent() only once, and only if ownerDied().");
    }

    /**
     * For conditions, which no lock has, so far.
     *
     * @param lock which lock
     * @return to be thrown
     */
    public static UnsupportedOperationException conditions(NamedLock lock) {
        return new UnsupportedOperationException(
                "There are no conditions for the " + lock.describe() + ": locks between processes have none yet.");
    }

    private static String caller() {
        return "\"" + Thread.currentThread().getName() + "\" (pid " + ProcessHandle.current().pid() + ")";
    }
}
