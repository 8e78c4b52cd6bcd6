package dev.tpfutex.robust.monitor;

import dev.tpfutex.api.DeadlockEdge;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Threads that wait for each other.
 *
 * @param edges who waits for whom: the holder of each is the waiter of the next one, that of the last the waiter of the
 *     first
 * @param victim who was told to give up, so that the others can go on; empty if none of them has asked for that
 *     ({@link dev.tpfutex.api.SpaceOptions#breakDeadlocks(boolean)})
 */
public record DeadlockReport(List<DeadlockEdge> edges, Optional<LockThread> victim) {

    /** Copies the list. */
    public DeadlockReport {
        edges = List.copyOf(edges);
        Objects.requireNonNull(victim, "victim");
    }

    /**
     * In words.
     *
     * @return one line, with what to do
     */
    public String describe() {
        String circle = edges.stream().map(DeadlockEdge::describe).collect(Collectors.joining("; "));
        String end = victim
                .map(thread -> "pid " + thread.pid() + ", thread \"" + thread.name() + "\", is told to give up")
                .orElse("None of them may be told to give up: end one of the processes. Have all threads take these locks"
                        + " in the same order, or open the space with SpaceOptions.breakDeadlocks(true)");
        return "deadlock, " + edges.size() + " threads wait for each other: " + circle + ". " + end;
    }
}
