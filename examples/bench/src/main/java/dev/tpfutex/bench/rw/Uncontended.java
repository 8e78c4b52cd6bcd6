package dev.tpfutex.bench.rw;

import dev.tpfutex.bench.UncontendedReadBenchmark;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs {@link UncontendedReadBenchmark} and compares. */
final class Uncontended {

    private static final String YARDSTICK = "sharedMutex";

    private Uncontended() {}

    static void run() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                .include("\\." + UncontendedReadBenchmark.class.getSimpleName() + "\\.")
                .build()).run();
        Map<String, Double> scores = new TreeMap<>();
        for (RunResult result : results) {
            scores.put(result.getPrimaryResult().getLabel(), result.getPrimaryResult().getScore());
        }
        double mutex = scores.get(YARDSTICK);
        scores.forEach((name, score) -> System.out.printf(Locale.ROOT, "uncontended  %-18s %6.2f ns  %5.2f x mutex%n",
                name, score, score / mutex));
    }
}
