package dev.tpfutex.bench.report;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Fact;
import dev.tpfutex.bench.result.GridSummary;
import dev.tpfutex.bench.result.Outcome;
import dev.tpfutex.bench.result.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What this project wants to reach, each with what was measured of it; what was not measured is left out. */
final class Targets {

    private static final int FEW_THREADS = 16;
    private static final String TP = LockType.TP.name();

    private final List<Target> targets = new ArrayList<>();

    private Targets() {}

    static List<Target> of(List<Session> sessions) {
        Targets all = new Targets();
        for (Session session : sessions) {
            switch (session.benchmark()) {
                case "grid" -> all.mutexes(session);
                case "rwgrid" -> all.rwLocks(session.cells());
                case "uncontended" -> all.uncontended(session.facts());
                case "handoff" -> all.handOffs(session.facts());
                case "waiters" -> all.waiters(session.facts());
                case "scale" -> all.scale(session.facts());
                default -> {}
            }
        }
        return all.targets;
    }

    private void mutexes(Session session) {
        GridSummary summary = new GridSummary(session.cells());
        compare("mutex grid: over the best rival", summary.overBestRival(), 1.3, 0.95);
        compare("mutex grid: over GCR", summary.over(LockType.GCR), 1.6, 1);
        session.facts().stream().filter(fact -> fact.name().startsWith("fairness"))
                .forEach(fact -> add("fairness of the least even cell with up to 16 threads, 10 s: min/max", 0.75, true,
                        fact.median(), fact.name()));
        longestWait(session.cells());
        slowUnlocks(session.cells());
    }

    private void compare(String what, Optional<GridSummary.Comparison> comparison, double mean, double worst) {
        comparison.ifPresent(found -> {
            add(what + ", geometric mean", mean, true, found.mean(), found.cells() + " cells");
            add(what + ", worst cell", worst, true, found.worst(), found.worstCell().workload().name());
        });
    }

    private void longestWait(List<CellResult> cells) {
        cells.stream().filter(cell -> cell.workload().allThreads() <= FEW_THREADS)
                .filter(cell -> cell.outcomes().containsKey(LockType.TP))
                .max(Comparator.comparingDouble(cell -> cell.longestWait(LockType.TP)))
                .ifPresent(cell -> add("longest wait in any cell with up to 16 threads, ms", 100, false,
                        cell.longestWait(LockType.TP) / 1e3, cell.workload().name()));
    }

    private void slowUnlocks(List<CellResult> cells) {
        cells.stream().filter(cell -> cell.workload().sleeping() == 0)
                .filter(cell -> cell.outcomes().containsKey(LockType.TP))
                .max(Comparator.comparingDouble(Targets::slowUnlocks))
                .ifPresent(cell -> add("unlock slow paths where the owner never sleeps, per unlock", 1e-5, false,
                        slowUnlocks(cell), cell.workload().name()));
    }

    private static double slowUnlocks(CellResult cell) {
        Outcome outcome = cell.median(LockType.TP);
        return outcome.counts().getOrDefault(Count.SLOW_UNLOCKS, 0L) / (double) Math.max(1, outcome.total());
    }

    private void rwLocks(List<CellResult> cells) {
        mean("rwlock 50 % reads: over WW", cells, percent -> percent == 50, LockType.WW, 1.6);
        mean("rwlock 50 % reads: over glibc", cells, percent -> percent == 50, LockType.GC, 3.4);
        new GridSummary(reading(cells, percent -> percent == 90 || percent == 95)).overBestRival()
                .ifPresent(found -> add("rwlock 90 and 95 % reads: over the best rival, geometric mean", 1.3, true,
                        found.mean(), found.cells() + " cells"));
        mean("rwlock 100 % reads: over glibc", cells, percent -> percent == 100, LockType.GC, 5);
    }

    private void mean(String what, List<CellResult> cells, Predicate<Integer> percent, LockType other, double wanted) {
        new GridSummary(reading(cells, percent)).over(other).ifPresent(found -> add(what + ", geometric mean", wanted,
                true, found.mean(), found.cells() + " cells"));
    }

    private static List<CellResult> reading(List<CellResult> cells, Predicate<Integer> percent) {
        return cells.stream().filter(cell -> percent.test(cell.workload().readPercent())).toList();
    }

    private void uncontended(List<Fact> facts) {
        ratio("uncontended pair: over ReentrantLock", facts, "sharedMutex", "reentrantLock", 1.1, false);
        ratio("uncontended pair: GCR over ours", facts, "glibcRobustMutex", "sharedMutex", 4, true);
        ratio("uncontended pair: FL over ours", facts, "fileLock", "sharedMutex", 45, true);
    }

    private void ratio(String what, List<Fact> facts, String name, String over, double wanted, boolean atLeast) {
        Optional<Fact> first = find(facts, name, null);
        Optional<Fact> second = find(facts, over, null);
        if (first.isPresent() && second.isPresent()) {
            add(what, wanted, atLeast, first.get().median() / second.get().median(), "");
        }
    }

    private void handOffs(List<Fact> facts) {
        handOff(facts, "hand-off to a waiter that spins", "bare word, polled", 1.5);
        handOff(facts, "hand-off to a waiter that is parked", "bare futex(2) word, slept on", 1.15);
    }

    private void handOff(List<Fact> facts, String name, String bare, double wanted) {
        Optional<Fact> ours = find(facts, name, TP);
        Optional<Fact> yardstick = find(facts, bare, null);
        if (ours.isPresent() && yardstick.isPresent()) {
            add(name + ": over a " + bare, wanted, false, ours.get().median() / yardstick.get().median(), "medians");
        }
    }

    private void waiters(List<Fact> facts) {
        facts.stream().filter(fact -> fact.side().equals(TP)).findFirst()
                .ifPresent(
                        fact -> add(fact.name() + ": ms of processor time, both JVMs", 10, false, fact.median(), ""));
    }

    private void scale(List<Fact> facts) {
        find(facts, "1,000,000 locks, file", TP).ifPresent(
                fact -> add("1,000,000 locks: file, MB", 128 * 1.02, false, fact.median(), ""));
        find(facts, "1,000,000 locks, open", TP).ifPresent(
                fact -> add("1,000,000 locks: open, ms", 1_000, false, fact.median(), ""));
        find(facts, "1,000,000 locks, resident once open", TP).ifPresent(
                fact -> add("1,000,000 locks: resident once open, MB", 1, false, fact.median(), ""));
        Optional<Fact> one = find(facts, "1 processes on own locks, per core", TP);
        Optional<Fact> many = find(facts, "64 processes on own locks, per core", TP);
        if (one.isPresent() && many.isPresent()) {
            add("64 processes on 64 locks over 1 on 1, per core", 0.95, true,
                    many.get().median() / one.get().median(), "");
        }
    }

    private static Optional<Fact> find(List<Fact> facts, String name, String side) {
        return facts.stream().filter(fact -> fact.name().equals(name) && (side == null || fact.side().equals(side)))
                .findFirst();
    }

    private void add(String what, double wanted, boolean atLeast, double measured, String where) {
        targets.add(new Target(what, wanted, atLeast, measured, where));
    }
}
