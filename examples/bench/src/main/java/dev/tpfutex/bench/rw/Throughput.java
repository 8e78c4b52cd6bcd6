package dev.tpfutex.bench.rw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How often JVMs that only read get a lock, with each kind of lock in turn: one alone, and two at once. */
final class Throughput {

    private static final List<String> SIDES = List.of(LoadGuest.BIASED, LoadGuest.COUNTED, LoadGuest.GLIBC);
    private static final int WARM_UP = 3;
    private static final long MILLIS = 300;
    private static final double MILLION = 1e6;

    private final Crowd crowd;
    private final int threads;
    private final int rounds;

    /** @param threads in each JVM */
    Throughput(Crowd crowd, int threads, int rounds) {
        this.crowd = crowd;
        this.threads = threads;
        this.rounds = rounds;
    }

    void run() throws InterruptedException {
        for (int jvms = 1; jvms <= Crowd.LOADS; jvms++) {
            print(jvms, measure(jvms));
        }
    }

    private Map<String, List<Double>> measure(int jvms) throws InterruptedException {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            for (String side : SIDES) {
                crowd.begin(jvms, threads, "read", side, MILLIS);
                double rate = crowd.end(jvms, threads);
                if (round >= 0) {
                    rates.computeIfAbsent(side, name -> new ArrayList<>()).add(rate);
                }
            }
        }
        rates.values().forEach(list -> list.sort(null));
        return rates;
    }

    private void print(int jvms, Map<String, List<Double>> rates) {
        double glibc = median(rates.get(LoadGuest.GLIBC));
        rates.forEach((side, sorted) -> System.out.printf(Locale.ROOT,
                "JVMs: %d, readers in each: %d  %-8s least %7.2f  median %7.2f  most %7.2f million/s  %5.2f x glibc%n",
                jvms, threads, side,
                sorted.getFirst() / MILLION, median(sorted) / MILLION, sorted.getLast() / MILLION,
                median(sorted) / glibc));
    }

    private static double median(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }
}
