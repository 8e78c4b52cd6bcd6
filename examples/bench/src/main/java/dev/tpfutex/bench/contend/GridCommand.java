package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.Machine;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Fact;
import dev.tpfutex.bench.result.GridSummary;
import dev.tpfutex.bench.result.Outcome;
import dev.tpfutex.bench.result.Session;
import dev.tpfutex.bench.result.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench grid} and {@code bench rwgrid}: many workloads, and a summary. */
abstract class GridCommand implements Callable<Integer> {

    private static final double SECONDS = 0.6;
    private static final int FEW_THREADS = 16;
    private static final double FAIRNESS_SECONDS = 10;

    @Mixin
    private RunOptions options;

    @Option(names = "--quick", description = "twelve cells, always the same, in less than ten minutes")
    private boolean quick;

    private final String name;
    private final boolean rw;

    GridCommand(String name, boolean rw) {
        this.name = name;
        this.rw = rw;
    }

    abstract List<Workload> cells(boolean few);

    @Override
    public Integer call() throws Exception {
        long begin = System.nanoTime();
        String machine = Machine.describe();
        System.out.println(machine);
        System.out.println("million operations in a second, median; in brackets TP over the best rival");
        List<CellResult> results = new ArrayList<>();
        List<Fact> facts = new ArrayList<>();
        try (Contest contest = options.contest(types(), SECONDS)) {
            for (Workload workload : inOrderOfShapes(cells(quick))) {
                CellResult cell = contest.run(workload);
                results.add(cell);
                System.out.println(line(cell));
                // After each, so that what is there by then is not lost.
                Session.of(name, machine, results, facts).write(options.common().json());
            }
        }
        GridSummary summary = new GridSummary(results);
        System.out.print(summarise(summary));
        Optional<CellResult> leastFair = summary.leastFair(FEW_THREADS);
        if (leastFair.isPresent()) {
            facts.add(fairness(leastFair.get().workload()));
        }
        Session.of(name, machine, results, facts).write(options.common().json());
        System.out.printf(Locale.ROOT, "took %d s%n", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
        return 0;
    }

    /** Those that one process can have; among them must be one for several. */
    private Set<LockType> types() {
        options.common().types(LockType.of(rw, 2));
        return options.common().types(LockType.of(rw, 1));
    }

    /** So that JVMs have to be started only when there are to be more of them. */
    private static List<Workload> inOrderOfShapes(List<Workload> cells) {
        return cells.stream().sorted(Comparator.comparingInt(Workload::processes)).toList();
    }

    private static String line(CellResult cell) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-36s", cell.workload().name()));
        cell.outcomes().keySet().forEach(type -> line
                .append(String.format(Locale.ROOT, " %s %.3f", type, cell.rate(type) / 1e6)));
        cell.bestRival().ifPresent(rival -> cell.ratioTo(rival)
                .ifPresent(ratio -> line.append(String.format(Locale.ROOT, "  [%.2f x %s]", ratio, rival))));
        return line.toString();
    }

    private static String summarise(GridSummary summary) {
        List<GridSummary.Comparison> comparisons = new ArrayList<>();
        summary.overBestRival().ifPresent(comparisons::add);
        for (LockType type : new LockType[] {LockType.GCR, LockType.GC, LockType.WW}) {
            summary.over(type).ifPresent(comparisons::add);
        }
        StringBuilder text = new StringBuilder();
        for (GridSummary.Comparison comparison : comparisons) {
            Outcome worst = comparison.worstCell().median(LockType.TP);
            text.append(String.format(Locale.ROOT,
                    "TP over %-10s geometric mean %.2f, ahead in %d of %d cells; worst %.2f in [%s],"
                            + " where per-thread min/max is %.2f%n",
                    comparison.with(), comparison.mean(), comparison.ahead(), comparison.cells(), comparison.worst(),
                    comparison.worstCell().workload().name(), worst.fairness()));
        }
        return text.toString();
    }

    /** A long run where the short ones were the least even. */
    private static Fact fairness(Workload workload) throws Exception {
        Outcome outcome;
        try (Contest contest = new Contest(Set.of(LockType.TP), 1, FAIRNESS_SECONDS)) {
            outcome = contest.run(workload).median(LockType.TP);
        }
        System.out.printf(Locale.ROOT,
                "TP, least even cell with up to %d threads, %.0f s: [%s] per-thread min/max %.2f,"
                        + " longest wait %.1f ms%n",
                FEW_THREADS, FAIRNESS_SECONDS, workload.name(), outcome.fairness(),
                outcome.waits().max() / 1e3);
        return new Fact("fairness, " + workload.name(), LockType.TP.name(), "min/max", outcome.fairness());
    }
}
