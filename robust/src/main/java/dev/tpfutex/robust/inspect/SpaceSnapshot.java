package dev.tpfutex.robust.inspect;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a space was like. Processes were read first, then threads, then locks. Immutable.
 *
 * @param path by which the file was opened
 * @param facts what never changes
 * @param taken when reading began, by the wall clock
 * @param nanoTime when reading began, by {@link System#nanoTime}; all durations of the snapshot end then
 * @param coordinator who schedules the waiters
 * @param processes those registered
 * @param tasks the threads that have a slot
 * @param locks those that have a name, by index
 * @param damage what cannot be
 */
public record SpaceSnapshot(
        Path path,
        SpaceFacts facts,
        Instant taken,
        long nanoTime,
        CoordinatorSnapshot coordinator,
        List<ProcessSnapshot> processes,
        List<TaskSnapshot> tasks,
        List<LockSnapshot> locks,
        List<Damage> damage) {

    /** Copies the lists. */
    public SpaceSnapshot {
        processes = List.copyOf(processes);
        tasks = List.copyOf(tasks);
        locks = List.copyOf(locks);
        damage = List.copyOf(damage);
    }

    /**
     * The lock of a name, or else of {@code #} and an index.
     *
     * @param name as it was made
     */
    public Optional<LockSnapshot> lock(String name) {
        Optional<LockSnapshot> named = locks.stream().filter(lock -> lock.name().equals(name)).findFirst();
        return named.or(() -> locks.stream().filter(lock -> name.equals("#" + lock.index())).findFirst());
    }
}
