package dev.tpfutex.api;

import dev.tpfutex.api.spi.Holding;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.api.spi.NamedLock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/** The words of all exceptions of this package: which file, which lock, who holds it, and what to do. */
final class Messages {

    private Messages() {}

    static String holder(Holder holder) {
        return thread(holder) + ", since " + holder.since().truncatedTo(ChronoUnit.MILLIS) + " (held for "
                + millis(holder.heldFor()) + ")" + state(holder);
    }

    static String thread(Holder holder) {
        String namespace = holder.pidNamespace() == 0 ? "" : " of pid namespace " + holder.pidNamespace();
        return "pid " + holder.pid() + namespace + ", thread \"" + holder.threadName() + "\"";
    }

    static String state(Holder holder) {
        return !holder.alive() ? ", dead" : holder.stopped() ? ", stopped" : "";
    }

    static String timeout(NamedLock lock, Holding found, Duration waited, int queueLength) {
        return "Timed out after " + millis(waited) + " waiting for the " + lock.describe() + ". "
                + capitalized(found.describe()) + ". Threads that still wait for it: " + queueLength + ".";
    }

    static String edge(DeadlockEdge edge) {
        return "pid " + edge.waiterPid() + ", thread \"" + edge.waiterThread() + "\", has waited for "
                + millis(edge.waited()) + " for \"" + edge.lock() + "\", " + switch (edge.how()) {
                    case OWNS -> "which is held by " + holder(edge.holder());
                    case READS -> "which is read by " + edge.holder().describeThread();
                    case GOES_FIRST -> "which before it is to go to " + edge.holder().describeThread();
                };
    }

    static String deadlock(NamedLock lock, List<DeadlockEdge> edges, Duration waited) {
        return "Gave up waiting for the " + lock.describe() + " after " + millis(waited) + ": "
                + edges.size() + " threads wait for each other: "
                + edges.stream().map(Messages::edge).collect(Collectors.joining("; "))
                + ". The caller does not hold it. Release what this thread holds, so that the others can go on, and begin"
                + " anew; have all threads take these locks in the same order.";
    }

    static String ownerDied(NamedLock lock, Throwable cause) {
        boolean mutex = !lock.kind().isOfReadWriteLock();
        boolean reads = lock.kind() == LockKind.READ_LOCK || lock.kind() == LockKind.UPGRADABLE_LOCK;
        String start =
                (reads ? "Cannot take the " + lock.describe() + ": a writer" : "An owner of the " + lock.describe())
                        + " died inside its critical section; ";
        String why = cause == null
                ? (reads ? "nobody reads" : "the plain Lock methods do not take it") + " without a RecoveryHandler. "
                : "the RecoveryHandler failed to repair what it protects: " + cause + ". ";
        return start + why + "The caller does not hold it. Use " + (reads ? "writeLock().acquire()" : "acquire()")
                + ", repair, and call markConsistent(); or open the lock with a RecoveryHandler that succeeds: "
                + (mutex ? "mutex(name, handler)." : "ReadWriteOptions.recovery(handler).");
    }

    static String notRecoverable(NamedLock lock) {
        return "The " + lock.describe() + " is not recoverable: an owner died, and the next one released it without"
                + " markConsistent(). Restore what it protects, then call "
                + (lock.kind().isOfReadWriteLock() ? "writeLock().reset()." : "reset().");
    }

    static String notOpened(Path space, SpaceOpenException.Reason reason, String detail) {
        return "Cannot open lock space " + space + ": " + reason.text()
                + (detail.isEmpty() ? "" : " (" + detail + ")");
    }

    static String limit(Path space, LimitExceededException.Limit limit, long size) {
        String full = limit == LimitExceededException.Limit.TASKS_OF_PROCESS
                ? " takes no more of this process: it may use it with "
                : " is full: it was created for ";
        return "Lock space " + space + full + limit.text(size)
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
        return "The bytes that say which lock is \"" + lock + "\" in lock space " + space
                + " are damaged: something else than this library"
                + " has written to the file. Stop all users of the space and delete it; the log names the place.";
    }

    static String wrongKind(Path space, String lock, String wanted, String found) {
        return "\"" + lock + "\" in lock space " + space + " is not a " + wanted + " but a " + found
                + ". Use another name, or open it as what it is.";
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private static String millis(Duration duration) {
        return duration.compareTo(Duration.ofMillis(10)) < 0 && !duration.isZero()
                ? duration.toNanos() / 1000 + " µs"
                : duration.toMillis() + " ms";
    }
}
