package dev.tpfutex.robust.monitor;

import java.util.List;

/**
 * The numbers of a space at one time, each read on its own. They come from a file that other processes write: garbage in
 * it gives garbage here, and nothing worse.
 *
 * @param epoch of the coordinator, 0 before the first one
 * @param cycles duty cycles of all coordinators so far
 * @param deadlocks found so far
 * @param coordinatedHere whether the coordinator runs in this JVM
 * @param usedLocks how many names there are
 * @param maxLocks how many there is room for
 * @param usedTasks how many threads have a slot
 * @param maxTasks how many there is room for
 * @param usedProcesses how many processes have the space open
 * @param maxProcesses how many there is room for
 * @param locks in the order of their numbers, without those that are just being made
 */
public record SpaceReadings(
        int epoch,
        long cycles,
        long deadlocks,
        boolean coordinatedHere,
        int usedLocks,
        int maxLocks,
        int usedTasks,
        int maxTasks,
        int usedProcesses,
        int maxProcesses,
        List<LockReading> locks) {

    /** Copies the list. */
    public SpaceReadings {
        locks = List.copyOf(locks);
    }
}
