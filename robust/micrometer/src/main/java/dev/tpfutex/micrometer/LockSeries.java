package dev.tpfutex.micrometer;

import dev.tpfutex.robust.monitor.WaitOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** The time series with one value of the tag {@code lock}. Counts only grow, whoever they are of. Thread-safe. */
final class LockSeries {

    /** Bounds of the buckets, the hand-off's 5 ms among them. */
    static final Duration[] BUCKETS = {
        Duration.ofNanos(10_000), Duration.ofNanos(100_000), Duration.ofNanos(500_000), Duration.ofMillis(1),
        Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(20),
        Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(500),
        Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30)
    };

    private final AtomicLongArray counts = new AtomicLongArray(LockCounter.values().length);
    private final Map<WaitOutcome, Timer> waits = new EnumMap<>(WaitOutcome.class);
    private final List<Meter> meters = new ArrayList<>();
    private volatile int waiters;

    /**
     * Registers them.
     *
     * @param fast whether the counts tell how many acquisitions were fast
     * @param refresh to be run before a value is read
     */
    LockSeries(MeterRegistry registry, Tags tags, boolean fast, double[] percentiles, Runnable refresh) {
        for (LockCounter counter : LockCounter.values()) {
            if (fast || counter != LockCounter.FAST) {
                meters.add(FunctionCounter.builder(counter.meter(), this, each -> each.count(counter, refresh))
                        .description(counter.description())
                        .tags(tags.and(counter.tags()))
                        .register(registry));
            }
        }
        meters.add(Gauge.builder("tpfutex.waiters", this, each -> each.waiters(refresh))
                .description("Threads that wait for a lock")
                .tags(tags)
                .register(registry));
        Timer acquired = timer(registry, tags, "acquired", percentiles);
        for (WaitOutcome outcome : WaitOutcome.values()) {
            waits.put(outcome, outcome.isAcquired()
                    ? acquired
                    : timer(registry, tags, outcome.name().toLowerCase(Locale.ROOT), percentiles));
        }
    }

    private Timer timer(MeterRegistry registry, Tags tags, String outcome, double[] percentiles) {
        Timer timer = Timer.builder("tpfutex.wait")
                .description("Waits for a lock by threads of this JVM")
                .tags(tags.and("outcome", outcome))
                .serviceLevelObjectives(BUCKETS)
                .publishPercentiles(percentiles.length == 0 ? null : percentiles)
                .register(registry);
        meters.add(timer);
        return timer;
    }

    /** Has the counters grow. */
    void add(long[] sums) {
        for (int i = 0; i < sums.length; i++) {
            counts.addAndGet(i, sums[i]);
        }
    }

    /** How many threads wait by now. */
    void setWaiters(int now) {
        waiters = now;
    }

    /** How long a wait took. */
    Timer timer(WaitOutcome outcome) {
        return waits.get(outcome);
    }

    void removeFrom(MeterRegistry registry) {
        meters.forEach(registry::remove);
    }

    private double count(LockCounter counter, Runnable refresh) {
        refresh.run();
        return counts.get(counter.ordinal());
    }

    private double waiters(Runnable refresh) {
        refresh.run();
        return waiters;
    }
}
