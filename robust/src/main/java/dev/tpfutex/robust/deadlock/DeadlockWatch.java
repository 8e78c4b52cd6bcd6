package dev.tpfutex.robust.deadlock;

import dev.tpfutex.api.DeadlockEdge;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.Port;
import dev.tpfutex.robust.monitor.DeadlockReport;
import dev.tpfutex.robust.monitor.LockThread;
import dev.tpfutex.robust.observe.Observers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks for deadlocks while this process hosts the coordinator: as soon as somebody says that it has waited for a second,
 * and again from time to time while several do. Each deadlock is reported once, and broken if one of its threads may be told to
 * give up ({@link Breaker}). Used by one thread.
 *
 * <p>Those that were reported are remembered, and each of their waits is marked in the file: a successor does not
 * report again what it finds marked as it comes into office.
 */
public final class DeadlockWatch {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");

    /** Between two looks while two or more have waited for long: what each waits for can change. */
    private static final long PERIOD_NANOS = 1_000_000_000;

    /** Between any two looks. */
    private static final long LEAST_NANOS = 50_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Port port;
    private final Observers observers;
    private final DeadlockSearch search;
    private final Breaker breaker;
    private final List<Cycle> reported = new ArrayList<>();
    private boolean fresh = true;
    private boolean due;
    private int begun;
    private long lastLook;
    private long nextLook;

    public DeadlockWatch(Port port, Observers observers) {
        this.port = port;
        this.observers = observers;
        this.search = new DeadlockSearch(port, observers);
        this.breaker = new Breaker(port);
        this.lastLook = port.nanoTime() - LEAST_NANOS;
    }

    /** Looks if it is time to. To be called whenever somebody may have said that it has waited for long. */
    public void look(boolean inOffice) {
        if (!inOffice) {
            fresh = true;
            due = false;
            return;
        }
        int current = LongWait.begun(port);
        if (fresh && !due || current != begun) {
            long wanted = lastLook + LEAST_NANOS;
            nextLook = due && nextLook - wanted < 0 ? nextLook : wanted;
            due = true;
            begun = current;
        }
        long now = port.nanoTime();
        if (due && now - nextLook >= 0) {
            lastLook = now;
            nextLook = now + PERIOD_NANOS;
            lookNow();
            fresh = false;
        }
    }

    /** For how long the thread may sleep that wants to sleep for {@code millis} at most. */
    public long pause(long millis) {
        return due ? Math.clamp((nextLook - port.nanoTime()) / NANOS_PER_MILLI + 1, 1, millis) : millis;
    }

    private void lookNow() {
        try {
            WaitForGraph graph = search.look();
            due = graph.longWaits() > 1;
            reported.removeIf(cycle -> !cycle.waiters().stream().allMatch(this::isStillThere));
            breaker.forgetEnded();
            search.confirmed(graph).forEach(this::deal);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "looking for deadlocks failed", e);
        }
    }

    private boolean isStillThere(LongWaiter waiter) {
        return LongWait.isSame(LongWait.of(port, waiter.slot()), waiter.word());
    }

    private void deal(Cycle cycle) {
        boolean known = reported.stream().anyMatch(cycle::isSameAs);
        boolean told = cycle.waiters().stream().allMatch(waiter -> LongWait.isTold(waiter.word()));
        // Before anybody is told to give up: then there may be nothing left to describe.
        List<DeadlockEdge> edges = search.describe(cycle);
        // Another cycle, of which it was a part too, may have been broken a moment ago.
        if (edges.isEmpty() || !cycle.waiters().stream().allMatch(this::isStillThere)) {
            return;
        }
        if (!known) {
            reported.add(cycle);
            cycle.waiters().forEach(waiter -> LongWait.tell(port, waiter.slot(), waiter.word()));
        }
        Optional<Breaker.Order> order = breaker.breakUp(cycle);
        Optional<LockThread> victim = order.map(Breaker.Order::victim).flatMap(search::thread);
        if (!known && !(fresh && told)) {
            report(new DeadlockReport(edges, victim));
        } else if (known && order.filter(Breaker.Order::isNew).isPresent()) {
            victim.ifPresent(this::logNext);
        }
    }

    private void logNext(LockThread next) {
        LOG.log(System.Logger.Level.WARNING,
                observers.path() + ": who was told to give up in a deadlock has not done so, and"
                        + " may be stopped; now pid " + next.pid() + ", thread \"" + next.name()
                        + "\", is told to give up");
    }

    private void report(DeadlockReport report) {
        LongWait.countDeadlock(port);
        LOG.log(System.Logger.Level.WARNING, observers.path() + ": " + report.describe());
        observers.tell(each -> each.deadlocked(report));
    }
}
