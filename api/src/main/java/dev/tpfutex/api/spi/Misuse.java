package dev.tpfutex.api.spi;

import dev.tpfutex.api.Holder;
import java.nio.file.Path;
import java.util.Optional;

/** The exceptions for calls that the caller should not have made, with their words in one place. */
public final class Misuse {

    private Misuse() {}

    /**
     * For a release by a thread that is not the owner.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @param holder who is the owner
     * @return to be thrown
     */
    public static IllegalMonitorStateException notOwner(Path space, String lock, Optional<Holder> holder) {
        return new IllegalMonitorStateException("Thread \"" + Thread.currentThread().getName() + "\" (pid "
                + ProcessHandle.current().pid() + ") does not own mutex " + describe(space, lock) + ": "
                + holder.map(h -> "it is held by " + h.describe()).orElse("nobody holds it")
                + ". Nothing was changed.");
    }

    /**
     * For a release by a thread that does not read under the lock.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @param what read lock or upgradable lock
     * @return to be thrown
     */
    public static IllegalMonitorStateException notReader(Path space, String lock, String what) {
        return new IllegalMonitorStateException("Thread \"" + Thread.currentThread().getName() + "\" (pid "
                + ProcessHandle.current().pid() + ") does not hold the " + what + " of " + describe(space, lock)
                + ". Nothing was changed.");
    }

    /**
     * For a reader that wants the write lock.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @return to be thrown
     */
    public static IllegalMonitorStateException upgrade(Path space, String lock) {
        return new IllegalMonitorStateException(
                "Thread \"" + Thread.currentThread().getName() + "\" has the read lock of "
                        + describe(space, lock)
                        + " and cannot take its write lock: two that tried would wait for each other for"
                        + " ever. Release the read lock first, or read by the upgradableLock() from the start.");
    }

    /**
     * For a reader or writer that wants to be upgradable.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @return to be thrown
     */
    public static IllegalMonitorStateException upgradableTooLate(Path space, String lock) {
        return new IllegalMonitorStateException(
                "Thread \"" + Thread.currentThread().getName() + "\" has the read lock or"
                        + " the write lock of " + describe(space, lock)
                        + " and cannot take its upgradable lock any more: take that"
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
     * @param space path of the space
     * @param lock name of the lock
     * @param threadName who holds it or waits for it
     * @param waits whether it waits
     * @return to be thrown
     */
    public static IllegalStateException inUse(Path space, String lock, String threadName, boolean waits) {
        return new IllegalStateException(
                "Lock space " + space + " is in use and stays open: thread \"" + threadName + "\" "
                        + (waits ? "waits for" : "holds") + " mutex \"" + lock + "\". "
                        + (waits ? "Interrupt or await it" : "Release it") + ", then close again.");
    }

    /**
     * For marking a lock consistent that is so already.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @return to be thrown
     */
    public static IllegalStateException nothingToRepair(Path space, String lock) {
        return new IllegalStateException("Mutex " + describe(space, lock) + " is consistent already: markConsistent()"
                + " may be called only once, and only if ownerDied().");
    }

    /**
     * For conditions, which a shared mutex does not have.
     *
     * @return to be thrown
     */
    public static UnsupportedOperationException conditions() {
        return new UnsupportedOperationException("A shared mutex has no conditions yet.");
    }

    private static String describe(Path space, String lock) {
        return "\"" + lock + "\" of lock space " + space;
    }
}
