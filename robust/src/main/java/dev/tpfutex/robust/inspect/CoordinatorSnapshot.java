package dev.tpfutex.robust.inspect;

import java.util.Optional;

/**
 * Who schedules the waiters of a space. Immutable.
 *
 * @param epoch raised with each change of the coordinator
 * @param host the process that coordinates; empty if nobody does
 * @param ended whether the thread that coordinated is known to have ended, and nobody has taken over yet
 * @param asleep whether it sleeps until somebody queues up
 * @param beat raised in each of its duty cycles
 * @param membership raised whenever a process joins or leaves
 */
public record CoordinatorSnapshot(
        int epoch, Optional<ProcessSnapshot> host, boolean ended, boolean asleep, long beat, int membership) {

    /** Whether somebody coordinates and lives, as far as can be told. */
    public boolean isThere() {
        return host.isPresent() && !host.get().isDead() && !ended;
    }
}
