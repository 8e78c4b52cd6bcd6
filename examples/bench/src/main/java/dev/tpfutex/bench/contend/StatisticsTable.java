package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Outcome;
import java.util.Locale;
import java.util.function.Function;

/** Prints the statistics of {@code perf bench futex}, a column for each type: of the run in the middle, by its rate. */
final class StatisticsTable {

    private static final double PERCENT = 100;

    private final CellResult cell;
    private final StringBuilder text = new StringBuilder();

    private StatisticsTable(CellResult cell) {
        this.cell = cell;
    }

    static String of(CellResult cell) {
        return new StatisticsTable(cell).print();
    }

    private String print() {
        boolean rw = cell.workload().rw();
        row(cell.workload().name(), LockType::name);
        row("Test run time (s)", type -> number("%.2f", median(type).seconds()));
        row("Total locking ops", type -> whole(median(type).total()));
        if (rw) {
            row("  exclusive", type -> whole(median(type).total() - median(type).totalReads()));
            row("  shared", type -> whole(median(type).totalReads()));
            row("Shared lock batches", type -> whole(median(type).batches()));
            row("  avg batch size", type -> number("%.1f",
                    (double) median(type).totalReads() / Math.max(1, median(type).batches())));
        }
        row("Per-thread avg/sec", type -> whole(median(type).average()));
        row("Per-thread min/sec", type -> whole(median(type).least()));
        row("Per-thread max/sec", type -> whole(median(type).most()));
        row("  % stddev", type -> number("%.2f", median(type).deviation() * PERCENT));
        row("  min/max", type -> number("%.2f", median(type).fairness()));
        for (Count count : Count.values()) {
            row(count.title(), type -> count(median(type), count));
        }
        row("Wait p50 (us)", type -> number("%.2f", median(type).waits().p50()));
        row("Wait p99 (us)", type -> number("%.2f", median(type).waits().p99()));
        row("Wait p99.9 (us)", type -> number("%.1f", median(type).waits().p999()));
        row("  if asked at random", type -> number("%.1f", median(type).waits().askedAtRandom()[2]));
        row("Wait max (us), all runs", type -> number("%.0f", cell.longestWait(type)));
        row("CPU seconds", type -> number("%.2f", median(type).cpuSeconds()));
        row("  ops per CPU second", type -> whole(median(type).total() / median(type).cpuSeconds()));
        row("ops/sec, median", type -> whole(cell.rate(type)));
        row("  spread of the runs (%)", type -> number("%.1f", cell.spread(type) * PERCENT));
        row("TP over this", type -> cell.ratioTo(type).map(ratio -> number("%.2f", ratio)).orElse("-"));
        return text.toString();
    }

    private Outcome median(LockType type) {
        return cell.median(type);
    }

    private void row(String title, Function<LockType, String> value) {
        text.append(String.format(Locale.ROOT, "%-30s", title));
        cell.outcomes().keySet().forEach(type -> text.append(String.format(Locale.ROOT, " %12s", value.apply(type))));
        text.append('\n');
    }

    private static String count(Outcome outcome, Count count) {
        Long value = outcome.counts().get(count);
        return value == null ? "-" : whole(value);
    }

    private static String whole(double value) {
        return number("%,.0f", value);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
