package dev.tpfutex.ctl;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.robust.inspect.LifeState;
import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.ProcessSnapshot;
import dev.tpfutex.robust.inspect.TaskSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How things are called in tables and messages. */
final class Text {

    private Text() {}

    /** For example {@code 850 µs}, {@code 1.25 s}, {@code 2 min 5 s}. */
    static String of(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos < 1_000_000) {
            return nanos / 1000 + " µs";
        }
        if (nanos < 1_000_000_000) {
            return nanos / 1_000_000 + " ms";
        }
        if (duration.toMinutes() < 1) {
            return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
        }
        return duration.toHours() < 1
                ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
                : duration.toHours() + " h " + duration.toMinutesPart() + " min";
    }

    static String of(Optional<Duration> duration) {
        return duration.map(Text::of).orElse("-");
    }

    /** In words, since when an owner has had the lock. */
    static String since(LockHolder owner) {
        return owner.since().map(since -> instant(since) + " (" + of(owner.heldFor()) + ")").orElse(
                "not written down yet");
    }

    static String instant(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    static String state(LifeState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** For example {@code pid 4711 "main"}. */
    static String thread(Optional<TaskSnapshot> task) {
        return task.map(Text::thread).orElse("nobody");
    }

    static String thread(TaskSnapshot task) {
        return "pid " + pid(task) + " \"" + task.threadName() + "\"";
    }

    static String pid(TaskSnapshot task) {
        return task.process().map(ProcessSnapshot::pidText).orElse("?");
    }

    /** A thread, and whether it lives if that is worth saying. */
    static String threadAndState(Optional<TaskSnapshot> task, LifeState state) {
        return thread(task) + (state == LifeState.ALIVE ? "" : ", " + state(state));
    }

    /** Holders in a few words. */
    static String holders(LockSnapshot lock) {
        List<LockHolder> holders = lock.holders();
        if (holders.isEmpty()) {
            return "-";
        }
        LockHolder first = holders.getFirst();
        String one = threadAndState(first.task(), first.state());
        return holders.size() == 1 ? one : one + " and " + (holders.size() - 1) + " more";
    }

    /** What one would call the state of a lock. */
    static String state(LockSnapshot lock) {
        String mark = switch (lock.consistency()) {
            case CONSISTENT -> "";
            case OWNER_DIED -> "owner died";
            case NOT_RECOVERABLE -> "not recoverable";
        };
        String held = lock.isOwned() ? "owned" : lock.isFree() ? "free" : "read";
        return lock.consistency() == Consistency.CONSISTENT ? held : lock.isFree() ? mark : held + ", " + mark;
    }

    static String plural(long count, String one) {
        return count + " " + (count == 1 ? one : one.endsWith("s") ? one + "es" : one + "s");
    }

    /** Of an exception, the message if it has one. */
    static String message(Throwable thrown) {
        return thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    }
}
