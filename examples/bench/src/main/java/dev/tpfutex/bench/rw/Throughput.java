package dev.tpfutex.bench.rw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How often two JVMs that only read get a lock, with each kind of lock in turn. */
final class Throughput {

    private static final List<String> SIDES = List.of(LoadGuest.BIASED, LoadGuest.COUNTED, LoadGuest.GLIBC);
    private static final int WARM_UP = 3;
    private static final long MILLIS = 300;
    private static final double MILLION = 1e6;

    private final Crowd crowd;
    private final int threads;
    private final int rounds;

    /** @param threads in each of the two JVMs */
    Throughput(Crowd crowd, int threads, int rounds) {
        this.crowd = crowd;
        this.threads = threads;
        this.rounds = rounds;
    }

    void run() throws InterruptedException {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            for (String side : SIDES) {
                crowd.begin(threads, "read", side, MILLIS);
                double rate = crowd.end(threads);
                if (round >= 0) {
                    rates.computeIfAbsent(side, name -> new ArrayList<>()).add(rate);
                }
            }
        }
        rates.values().forEach(list -> list.sort(null));
        double glibc = median(rates.get(LoadGuest.GLIBC));
        rates.forEach((side, sorted) -> System.out.printf(Locale.ROOT,
                "%d JVMs x %d readers  %-8s %8.2f %8.2f %8.2f million/s  %5.2f x glibc%n", Crowd.LOADS, threads, side,
                sorted.getFirst() / MILLION, median(sorted) / MILLION, sorted.getLast() / MILLION,
                median(sorted) / glibc));
    }

    private static double median(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }
}
