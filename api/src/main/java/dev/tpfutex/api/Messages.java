package dev.tpfutex.api;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The words of all exceptions of this package: which file, which lock, who holds it, and what to do. */
final class Messages {

    private Messages() {}

    static String holder(Holder holder) {
        String namespace = holder.pidNamespace() == 0 ? "" : " of pid namespace " + holder.pidNamespace();
        return "pid " + holder.pid() + namespace + ", thread \"" + holder.threadName() + "\", since "
                + holder.since().truncatedTo(ChronoUnit.MILLIS) + " (held for " + millis(holder.heldFor()) + ")"
                + (!holder.alive() ? ", dead" : holder.stopped() ? ", stopped" : "");
    }

    static String holder(Optional<Holder> holder) {
        return holder.map(h -> "It is held by " + holder(h) + ".").orElse("Nobody holds it now.");
    }

    static String lock(Path space, String lock) {
        return "\"" + lock + "\" of lock space " + space;
    }

    static String timeout(Path space, String lock, Optional<Holder> holder, Duration waited, int queueLength) {
        return "Timed out after " + millis(waited) + " waiting for mutex " + lock(space, lock) + ". " + holder(holder)
                + " Threads queued behind it: " + queueLength + ".";
    }

    static String ownerDied(Path space, String lock, Throwable cause) {
        String start = "An owner of mutex " + lock(space, lock) + " died inside its critical section; ";
        String why = cause == null
                ? "the plain Lock methods do not take it without a RecoveryHandler. "
                : "the RecoveryHandler failed to repair what it protects: " + cause + ". ";
        return start + why + "The caller does not hold it. Use acquire() of the mutex or write lock, repair, and call"
                + " markConsistent(), or open the lock with a RecoveryHandler that succeeds.";
    }

    static String notRecoverable(Path space, String lock) {
        return "Mutex " + lock(space, lock) + " is not recoverable: an owner died, and the next one released it without"
                + " markConsistent(). Restore what it protects, then call reset().";
    }

    static String open(Path space, SpaceOpenException.Reason reason, String detail) {
        return "Cannot open lock space " + space + ": " + reason.text()
                + (detail.isEmpty() ? "" : " (" + detail + ")") + ". " + reason.advice();
    }

    static String limit(Path space, LimitExceededException.Limit limit, long size) {
        return "Lock space " + space + " is full: it was created for " + limit.text(size)
                + (size == 1 ? ". " : ", all in use. ")
                + limit.advice();
    }

    static String replaced(Path space) {
        return "Lock space " + space + " was deleted or replaced while in use: other processes may now lock a different"
                + " file of the same name, so that these locks exclude nobody. Close this space and open it again.";
    }

    static String truncated(Path space) {
        return "Somebody has shortened the file of lock space " + space
                + " while it was in use: who holds which lock is"
                + " lost. Stop all users of the space, delete the file, and check what the locks protect.";
    }

    static String damaged(Path space, String lock) {
        return "The bytes that say which lock is " + lock(space, lock)
                + " are damaged: something else than this library"
                + " has written to the file. Stop all users of the space and delete it; the log names the place.";
    }

    static String wrongKind(Path space, String lock, String wanted, String found) {
        return lock(space, lock) + " is not a " + wanted + " but a " + found
                + ". Use another name, or open it as what it is.";
    }

    private static String millis(Duration duration) {
        return duration.compareTo(Duration.ofMillis(10)) < 0 && !duration.isZero()
                ? duration.toNanos() / 1000 + " µs"
                : duration.toMillis() + " ms";
    }
}
