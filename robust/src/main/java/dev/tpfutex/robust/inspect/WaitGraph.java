package dev.tpfutex.robust.inspect;

import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for whom, over all threads of all processes of one or more spaces. An edge stands for a wait that ends only
 * if its holder lets go; so a cycle is a deadlock, if the snapshots are true. They are of no single instant: what is in
 * two of them, taken one after the other, is true ({@link #deadlocksInBoth}). Immutable.
 *
 * <p>A platform thread is known in all spaces by what the kernel calls it. Virtual threads have no name that means the
 * same in two spaces: cycles through a virtual thread are found only within one.
 */
public final class WaitGraph {

    /** A thread; {@code osTid} is 0 and the rest is about the slot if it is a virtual one. */
    private record Node(long namespace, int pid, long startTime, int osTid, String slot) {

        static Node of(SpaceSnapshot space, TaskSnapshot task) {
            ProcessSnapshot process = task.process().orElse(null);
            if (process == null || task.isVirtual()) {
                return new Node(0, 0, 0, 0, space.facts().uuid() + "/" + task.tid());
            }
            return new Node(process.pidNamespace(), process.pid(), process.startTime(), task.osTid(), "");
        }
    }

    private static final int UNKNOWN = -1;

    private final Map<Node, List<WaitEdge>> edges = new LinkedHashMap<>();
    private final Map<WaitEdge, Node> targets = new IdentityHashMap<>();

    private WaitGraph() {}

    /** The graph of some spaces, of which no two are the same file. */
    public static WaitGraph of(Collection<SpaceSnapshot> spaces) {
        WaitGraph graph = new WaitGraph();
        for (SpaceSnapshot space : spaces) {
            for (LockSnapshot lock : space.locks()) {
                lock.waiters().forEach(waiter -> graph.add(space, lock, waiter));
            }
        }
        return graph;
    }

    /** Cycles that are in both of two looks at the same spaces, as seen in the later one. */
    public static List<Deadlock> deadlocksInBoth(
            Collection<SpaceSnapshot> earlier, Collection<SpaceSnapshot> later) {
        List<Deadlock> before = of(earlier).cycles();
        return of(later).cycles().stream()
                .filter(cycle -> before.stream().anyMatch(cycle::isSameAs))
                .toList();
    }

    /** All edges. */
    public List<WaitEdge> edges() {
        return edges.values().stream().flatMap(List::stream).toList();
    }

    private void add(SpaceSnapshot space, LockSnapshot lock, Waiter waiter) {
        if (waiter.task().isEmpty() || waiter.state() == LifeState.DEAD) {
            return;
        }
        Node from = Node.of(space, waiter.task().get());
        for (LockHolder holder : blockers(lock, waiter)) {
            // The dead are cleaned up after, and then the lock goes on.
            if (holder.task().isEmpty() || holder.state() == LifeState.DEAD) {
                continue;
            }
            Node to = Node.of(space, holder.task().get());
            if (!to.equals(from)) {
                WaitEdge edge = new WaitEdge(space.path(), lock, waiter, holder);
                edges.computeIfAbsent(from, node -> new ArrayList<>()).add(edge);
                targets.put(edge, to);
            }
        }
    }

    /** Those who certainly have to let go of the lock before the waiter can have it. */
    private static List<LockHolder> blockers(LockSnapshot lock, Waiter waiter) {
        if (lock.owner().isPresent() || waiter.role() == Waiter.Role.UPGRADING || isToBeAlone(lock, waiter)) {
            return lock.holders();
        }
        int mode = waiter.longWait(lock).map(LongWaiting::mode).orElse(UNKNOWN);
        boolean reads = waiter.shared() || mode == TaskLayout.MODE_UPGRADABLE;
        boolean stopped = lock.topWaiter().filter(first -> !first.shared()).isPresent();
        if (TopWord.has(lock.top(), TopWord.UPGRADABLE) && mode != TaskLayout.MODE_EXCLUSIVE) {
            // It may want nothing but to be the next upgradable reader.
            return waiter.shared() && !stopped
                    ? List.of()
                    : lock.holders().stream().filter(holder -> holder.tid() == TopWord.tid(lock.top())).toList();
        }
        // A reader joins the others, unless a writer is the top waiter.
        return reads && !stopped ? List.of() : lock.holders();
    }

    /** Who holds too many locks to show that it reads has to be alone, whatever it wants. */
    private static boolean isToBeAlone(LockSnapshot lock, Waiter waiter) {
        return waiter.task().filter(task -> task.listed().contains(lock.index())).isEmpty();
    }

    /** The shortest cycle through each thread that is in one; no two of the same threads. */
    public List<Deadlock> cycles() {
        List<Deadlock> found = new ArrayList<>();
        Set<Set<Node>> seen = new HashSet<>();
        for (Node start : edges.keySet()) {
            List<WaitEdge> cycle = shortestCycle(start);
            if (!cycle.isEmpty() && seen.add(nodes(cycle))) {
                found.add(new Deadlock(cycle));
            }
        }
        return found;
    }

    private Set<Node> nodes(List<WaitEdge> cycle) {
        Set<Node> nodes = new LinkedHashSet<>();
        cycle.forEach(edge -> nodes.add(targets.get(edge)));
        return nodes;
    }

    private List<WaitEdge> shortestCycle(Node start) {
        Map<Node, WaitEdge> cameBy = new HashMap<>();
        Map<WaitEdge, Node> sources = new IdentityHashMap<>();
        Deque<Node> next = new ArrayDeque<>(List.of(start));
        while (!next.isEmpty()) {
            Node node = next.poll();
            for (WaitEdge edge : edges.getOrDefault(node, List.of())) {
                Node to = targets.get(edge);
                if (cameBy.putIfAbsent(to, edge) == null) {
                    sources.put(edge, node);
                    next.add(to);
                }
                if (to.equals(start)) {
                    return path(start, cameBy, sources);
                }
            }
        }
        return List.of();
    }

    private static List<WaitEdge> path(Node start, Map<Node, WaitEdge> cameBy, Map<WaitEdge, Node> sources) {
        Deque<WaitEdge> path = new ArrayDeque<>();
        Node at = start;
        do {
            WaitEdge edge = cameBy.get(at);
            path.addFirst(edge);
            at = sources.get(edge);
        } while (!at.equals(start));
        return List.copyOf(path);
    }
}
