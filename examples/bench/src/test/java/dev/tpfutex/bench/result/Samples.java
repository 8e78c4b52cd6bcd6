package dev.tpfutex.bench.result;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.LockType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Results for tests that measure nothing. */
public final class Samples {

    private Samples() {}

    /** One run of two seconds. */
    public static Outcome outcome(long... operations) {
        Histogram waits = new Histogram(3_600_000_000_000L, 2);
        waits.recordValueWithCount(50, 1_000_000);
        waits.recordValueWithCount(3_000, 100);
        waits.recordValue(12_000_000);
        return new Outcome(2, operations, new long[operations.length], 3.5, Map.of(Count.SLEEPS, 3L), 0,
                Waits.of(waits, 100), 0.1);
    }

    /** A cell with one run for each type. */
    public static CellResult cell(Workload workload, Map<LockType, Long> operations) {
        Map<LockType, List<Outcome>> outcomes = new EnumMap<>(LockType.class);
        operations.forEach((type, number) -> outcomes.put(type, List.of(outcome(number, number))));
        return new CellResult(workload, outcomes);
    }

    /** A grid in which ours is twice as fast as the best rival, and in the second cell half as fast. */
    public static List<CellResult> grid() {
        List<CellResult> cells = new ArrayList<>();
        cells.add(cell(Workload.mutex(2, 1, 1, 1), Map.of(LockType.TP, 800L, LockType.WW, 400L, LockType.GCR, 200L)));
        cells.add(cell(Workload.mutex(2, 4, 1, 1), Map.of(LockType.TP, 200L, LockType.WW, 100L, LockType.GCR, 400L)));
        return cells;
    }
}
