package dev.tpfutex.robust.deadlock;

import dev.tpfutex.api.DeadlockEdge;
import dev.tpfutex.api.Holder;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import dev.tpfutex.robust.monitor.LockThread;
import dev.tpfutex.robust.mutex.LockView;
import dev.tpfutex.robust.observe.Observers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds deadlocks of a space, and describes them. What is found is certain: it is seen in two looks. Thread-safe. */
public final class DeadlockSearch {

    private final Port port;
    private final Observers observers;

    /** @param observers who know the names of locks */
    public DeadlockSearch(Port port, Observers observers) {
        this.port = port;
        this.observers = observers;
    }

    /**
     * The deadlock that a task of this process is part of, its own wait first; empty if it is in none, or one of the others
     * is dead.
     *
     * @param task the calling thread's, which waits
     */
    public List<DeadlockEdge> of(Task task) {
        Cycle first = new WaitForGraph(port).cycleThrough(task.tid());
        Cycle second = first == null ? null : new WaitForGraph(port).cycleThrough(task.tid());
        return second != null && second.isSameAs(first) ? describe(second) : List.of();
    }

    /** The next look: the graph, to be asked who waits. */
    WaitForGraph look() {
        return new WaitForGraph(port);
    }

    /** Those cycles of a graph that are there still. */
    List<Cycle> confirmed(WaitForGraph graph) {
        List<Cycle> found = graph.cycles();
        if (found.isEmpty()) {
            return found;
        }
        List<Cycle> again = look().cycles();
        return again.stream().filter(cycle -> found.stream().anyMatch(cycle::isSameAs)).toList();
    }

    /** In words and numbers; empty if one of the threads is gone or dead by now, whose locks come free so. */
    List<DeadlockEdge> describe(Cycle cycle) {
        List<DeadlockEdge> described = new ArrayList<>();
        for (Edge edge : cycle.edges()) {
            Optional<DeadlockEdge> one = describe(edge);
            if (one.isEmpty()) {
                return List.of();
            }
            described.add(one.get());
        }
        return described;
    }

    private Optional<DeadlockEdge> describe(Edge edge) {
        LongWaiter waiter = edge.waiter();
        Duration waited = Duration.ofNanos(Math.max(0, port.nanoTime() - LongWait.began(waiter.word())));
        return thread(waiter).flatMap(thread -> new LockView(port, waiter.lock())
                .who(edge.holder().tid(), edge.how() == DeadlockEdge.How.OWNS)
                .filter(Holder::alive)
                .map(holder -> new DeadlockEdge(
                        observers.nameOf(waiter.lock().index()), thread.pid(), thread.name(), waited, edge.how(),
                        holder)));
    }

    Optional<LockThread> thread(LongWaiter waiter) {
        return observers.parties().thread(waiter.tid());
    }
}
