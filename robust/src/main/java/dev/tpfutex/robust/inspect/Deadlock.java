package dev.tpfutex.robust.inspect;

import java.util.List;

/**
 * A cycle: the holder of each edge is the thread that waits in the next one, and that of the last edge waits in the
 * first. None of them will ever go on, unless one gives up waiting. Immutable.
 *
 * @param edges in that order, one or more
 */
public record Deadlock(List<WaitEdge> edges) {

    /** Copies the list. */
    public Deadlock {
        edges = List.copyOf(edges);
    }

    /** Whether it is the same cycle, seen at another time. */
    public boolean isSameAs(Deadlock other) {
        return edges.size() == other.edges.size()
                && edges.stream().allMatch(edge -> other.edges.stream().anyMatch(edge::isSameAs));
    }
}
