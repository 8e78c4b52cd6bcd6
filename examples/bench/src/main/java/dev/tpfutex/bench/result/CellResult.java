package dev.tpfutex.bench.result;

import dev.tpfutex.bench.lock.LockType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One workload with several types of locks.
 *
 * @param workload what was done
 * @param outcomes of the repeated runs, in the order in which they were made
 */
public record CellResult(Workload workload, Map<LockType, List<Outcome>> outcomes) {

    /** The run in the middle, by operations in a second. */
    public Outcome median(LockType type) {
        List<Outcome> sorted = outcomes.get(type).stream().sorted(Comparator.comparingDouble(Outcome::rate)).toList();
        return sorted.get(sorted.size() / 2);
    }

    /** The median of the operations in a second. */
    public double rate(LockType type) {
        return median(type).rate();
    }

    /** How far the runs are apart: most less least, over the median. */
    public double spread(LockType type) {
        double least = outcomes.get(type).stream().mapToDouble(Outcome::rate).min().orElse(0);
        double most = outcomes.get(type).stream().mapToDouble(Outcome::rate).max().orElse(0);
        return rate(type) == 0 ? 0 : (most - least) / rate(type);
    }

    /** The longest wait of all runs, in microseconds. */
    public double longestWait(LockType type) {
        return outcomes.get(type).stream().mapToDouble(outcome -> outcome.waits().max()).max().orElse(0);
    }

    /** The fastest of what can be used instead of ours. */
    public Optional<LockType> bestRival() {
        return outcomes.keySet().stream().filter(LockType::isRival).max(Comparator.comparingDouble(this::rate));
    }

    /** How much faster ours is than another, if both were measured. */
    public Optional<Double> ratioTo(LockType other) {
        return outcomes.containsKey(LockType.TP) && outcomes.containsKey(other)
                ? Optional.of(rate(LockType.TP) / rate(other))
                : Optional.empty();
    }
}
