package dev.tpfutex.bench.rw;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import java.util.Locale;

/** How long somebody waits for a lock that others take without a pause. */
final class Waits {

    /** The others begin so much earlier and end so much later. */
    private static final long MARGIN_MILLIS = 500;
    private static final double MILLI = 1e6;

    private final Crowd crowd;
    private final int threads;
    private final long millis;

    /** @param threads in each of the two JVMs */
    Waits(Crowd crowd, int threads, long millis) {
        this.crowd = crowd;
        this.threads = threads;
        this.millis = millis;
    }

    void run() throws InterruptedException {
        // The yardstick: without readers it is a mutex.
        measure("a writer", "ask-to-write", "write", Preference.NONE);
        for (Preference preference : Preference.values()) {
            measure("a writer", "ask-to-write", "read", preference);
            measure("a reader", "ask-to-read", "write", preference);
        }
    }

    private void measure(String who, String asks, String others, Preference preference) throws InterruptedException {
        crowd.begin(Crowd.LOADS, threads, others, preference.name(), millis + 2 * MARGIN_MILLIS);
        Thread.sleep(MARGIN_MILLIS);
        long[] waits = crowd.ask(asks, preference.name(), millis);
        double rate = crowd.end(Crowd.LOADS, threads);
        System.out.printf(Locale.ROOT,
                "%s, %d JVMs x %d threads %s  preference %-8s %5d waits  p50 %6.2f ms  p99 %6.2f ms  max %6.2f ms"
                        + "  (others %.2f million/s)%n",
                who, Crowd.LOADS, threads, others, preference, waits[0], waits[1] / MILLI, waits[2] / MILLI,
                waits[3] / MILLI, rate / MILLI);
    }
}
