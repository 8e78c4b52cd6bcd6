package dev.tpfutex.robust.deadlock;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A deadlock: the holder of each edge is the waiter of the next one, and that of the last edge the waiter of the first.
 *
 * @param edges in that order, two or more
 */
record Cycle(List<Edge> edges) {

    /** The same, with the wait of a task first that is one of them. */
    Cycle startingWith(int tid) {
        List<Edge> rotated = new ArrayList<>(edges);
        while (rotated.getFirst().waiter().tid() != tid) {
            Collections.rotate(rotated, -1);
        }
        return new Cycle(List.copyOf(rotated));
    }

    /** The waits, in the order of the edges. */
    List<LongWaiter> waiters() {
        return edges.stream().map(Edge::waiter).toList();
    }

    /** Whether it consists of the same waits for the same holders, seen at another time. */
    boolean isSameAs(Cycle other) {
        return edges.size() == other.edges.size()
                && edges.stream().allMatch(edge -> other.edges.stream().anyMatch(edge::isSameAs));
    }
}
