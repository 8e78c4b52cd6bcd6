package dev.tpfutex.bench.result;

import dev.tpfutex.bench.lock.LockType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * How ours does in many cells, compared with others.
 *
 * @param cells that were measured
 */
public record GridSummary(List<CellResult> cells) {

    /**
     * One comparison.
     *
     * @param with what ours is compared
     * @param mean geometric mean of the ratios, ours over the other
     * @param worst the least of them
     * @param worstCell where that is
     * @param ahead in how many cells ours is faster
     * @param cells in how many cells both were measured
     */
    public record Comparison(String with, double mean, double worst, CellResult worstCell, int ahead, int cells) {}

    /** With the fastest of the others, in each cell. */
    public Optional<Comparison> overBestRival() {
        return compare("best rival", cell -> cell.bestRival().flatMap(cell::ratioTo));
    }

    /** With one of the others. */
    public Optional<Comparison> over(LockType other) {
        return compare(other.name(), cell -> cell.ratioTo(other));
    }

    private Optional<Comparison> compare(String with, Function<CellResult, Optional<Double>> ratio) {
        List<CellResult> both = cells.stream().filter(cell -> ratio.apply(cell).isPresent()).toList();
        if (both.isEmpty()) {
            return Optional.empty();
        }
        CellResult worst = both.stream().min(Comparator.comparing(cell -> ratio.apply(cell).orElseThrow()))
                .orElseThrow();
        double[] ratios = both.stream().mapToDouble(cell -> ratio.apply(cell).orElseThrow()).toArray();
        double logarithms = DoubleStream.of(ratios).map(Math::log).average().orElseThrow();
        int ahead = (int) DoubleStream.of(ratios).filter(one -> one > 1).count();
        return Optional.of(new Comparison(with, Math.exp(logarithms), ratio.apply(worst).orElseThrow(), worst, ahead,
                both.size()));
    }

    /**
     * Where ours treats its threads least evenly.
     *
     * @param mostThreads only cells with so many threads or fewer
     * @return the cell with the least {@link Outcome#fairness}, of its median run
     */
    public Optional<CellResult> leastFair(int mostThreads) {
        return cells.stream()
                .filter(cell -> cell.outcomes().containsKey(LockType.TP))
                .filter(cell -> cell.workload().allThreads() <= mostThreads)
                .min(Comparator.comparingDouble(cell -> cell.median(LockType.TP).fairness()));
    }
}
