package dev.tpfutex.robust.inspect;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.LockLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Finds out who waits for one lock, and in which order. */
final class Waiters {

    /** By how much the coordinator moves forward those whom a reader-writer lock prefers. */
    private static final Duration PREFERENCE = Duration.ofMillis(4);

    private final Crowd crowd;
    private final int lock;
    private final int attributes;
    private final IntFunction<Optional<TaskSnapshot>> tasks;

    Waiters(Crowd crowd, int lock, int attributes, IntFunction<Optional<TaskSnapshot>> tasks) {
        this.crowd = crowd;
        this.lock = lock;
        this.attributes = attributes;
        this.tasks = tasks;
    }

    List<Waiter> of(long word, long top) {
        List<Waiter> waiters = new ArrayList<>();
        int first = TopWord.tid(top);
        if (first != 0) {
            addFirst(waiters, first, word, top);
        }
        crowd.queue(lock).stream()
                .filter(task -> task.tid() != first)
                .map(Waiters::queued)
                .sorted(order())
                .forEach(waiters::add);
        return waiters;
    }

    private void addFirst(List<Waiter> waiters, int first, long word, long top) {
        Optional<TaskSnapshot> task = tasks.apply(first);
        if (TopWord.has(top, TopWord.UPGRADABLE)) {
            // It waits only while it wants to be the owner: then WAITERS keeps others from joining the readers.
            boolean waits = FutexWord.isShared(word)
                    && FutexWord.hasWaiters(word)
                    && task.filter(reader -> reader.asleep() && !crowd.waitsInTurn(reader)).isPresent();
            if (waits) {
                waiters.add(new Waiter(first, task, Waiter.Role.UPGRADING, false, 0, longWait(task)));
            }
        } else if (LockReader.topWaiter(word, top) != 0) {
            Optional<Queueing> place = task.flatMap(TaskSnapshot::queueing).filter(queue -> queue.lock() == lock);
            waiters.add(new Waiter(
                    first,
                    task,
                    Waiter.Role.TOP,
                    place.map(Queueing::shared).orElse(TopWord.has(top, TopWord.READER)),
                    place.map(Queueing::ticket).orElse(0),
                    longWait(task)
                            .or(() -> place.map(Queueing::waited))
                            .or(() -> task.map(TaskSnapshot::sinceTop))));
        }
    }

    private Optional<Duration> longWait(Optional<TaskSnapshot> task) {
        return task.flatMap(waiter -> waiter.longWaitFor(lock)).map(LongWaiting::waited);
    }

    private static Waiter queued(TaskSnapshot task) {
        Queueing place = task.queueing().orElseThrow();
        Waiter.Role role = place.granted() ? Waiter.Role.GRANTED : Waiter.Role.QUEUED;
        return new Waiter(
                task.tid(), Optional.of(task), role, place.shared(), place.ticket(), Optional.of(place.waited()));
    }

    /** That of the coordinator: priority, then time. */
    private Comparator<Waiter> order() {
        return Comparator.<Waiter, Boolean>comparing(waiter -> waiter.role() != Waiter.Role.GRANTED)
                .thenComparing(waiter -> -waiter.task().orElseThrow().priority())
                .thenComparing(this::claim, Comparator.reverseOrder())
                .thenComparing(waiter -> waiter.task().orElseThrow().slot());
    }

    private Duration claim(Waiter waiter) {
        int preferred = waiter.shared() ? LockLayout.PREFER_READERS : LockLayout.PREFER_WRITERS;
        Duration waited = waiter.waited().orElse(Duration.ZERO);
        return (attributes & preferred) != 0 ? waited.plus(PREFERENCE) : waited;
    }
}
