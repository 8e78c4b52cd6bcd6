package dev.tpfutex.bench.report;

import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The pictures of many cells: ratios, throughput over threads and over load, and how long one waits. */
final class CellPlots {

    private static final int FEWEST_POINTS = 2;

    private final List<CellResult> cells;
    private final Set<LockType> types;

    CellPlots(List<CellResult> cells, Set<LockType> types) {
        this.cells = cells;
        this.types = types;
    }

    List<String> all() {
        List<String> pictures = new ArrayList<>();
        Map<String, Double> ratios = new LinkedHashMap<>();
        cells.stream().filter(cell -> cell.bestRival().flatMap(cell::ratioTo).isPresent())
                .forEach(cell -> ratios.put(cell.workload().name(), Report.ratio(cell)));
        if (!ratios.isEmpty()) {
            pictures.add(new RatioPlot("TP over the best rival", ratios).svg());
        }
        pictures.addAll(over("threads, of two or more processes", CellPlots::allButThreads,
                cell -> cell.workload().allThreads()));
        pictures.addAll(over("load", CellPlots::allButLoad, cell -> cell.workload().load()));
        cells.forEach(cell -> pictures.add(waits(cell)));
        return pictures;
    }

    /** {@code null} for cells of one process, which would have as many threads as others. */
    private static String allButThreads(Workload workload) {
        return workload.processes() == 1 ? null
                : new Workload(workload.rw(), 2, 1, workload.load(), workload.delay(), workload.sleeping(),
                        workload.timeoutMicros(), workload.readPercent(), workload.preference(), workload.separate())
                        .name().replaceFirst("^2x1 ", "");
    }

    private static String allButLoad(Workload workload) {
        return workload.name().replaceFirst(" load \\d+", "");
    }

    private List<String> over(String what, Function<Workload, String> others, ToDoubleFunction<CellResult> x) {
        Map<String, List<CellResult>> groups = new LinkedHashMap<>();
        for (CellResult cell : cells) {
            String name = others.apply(cell.workload());
            if (name != null) {
                groups.computeIfAbsent(name, none -> new ArrayList<>()).add(cell);
            }
        }
        List<String> pictures = new ArrayList<>();
        groups.forEach((name, group) -> {
            group.sort(Comparator.comparingDouble(x));
            if (group.stream().mapToDouble(x).distinct().count() >= FEWEST_POINTS) {
                LinePlot plot = new LinePlot("Throughput: " + name, what, "operations in a second");
                for (LockType type : types) {
                    group.stream().filter(cell -> cell.outcomes().containsKey(type))
                            .forEach(cell -> plot.add(type, x.applyAsDouble(cell), cell.rate(type)));
                }
                pictures.add(plot.svg());
            }
        });
        return pictures;
    }

    /** Of the median runs: one of how many acquisitions waits for how long, or longer. */
    private String waits(CellResult cell) {
        LinePlot plot = new LinePlot("Waits: " + cell.workload().name(), "one acquisition of so many ...",
                "... waits so long (us)");
        for (LockType type : cell.outcomes().keySet()) {
            double[] curve = cell.median(type).waits().curve();
            for (int i = 0; i < curve.length; i++) {
                plot.add(type, 1L << i, Math.max(curve[i], LinePlot.LEAST));
            }
        }
        return plot.svg();
    }
}
