package dev.tpfutex.micrometer;

import dev.tpfutex.robust.monitor.CleanUp;
import dev.tpfutex.robust.monitor.LockReading;
import dev.tpfutex.robust.monitor.LockWait;
import dev.tpfutex.robust.monitor.Repair;
import dev.tpfutex.robust.monitor.SpaceListener;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.monitor.SpaceReadings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One space in one registry. The file is read when somebody asks for a value, so that an idle space costs nothing.
 *
 * <p>What a lock has grown by since the last reading is added to its own series, if it had one all the time, and to that
 * of the others, if not. So each series only grows, also when locks come into the circle of the busiest or leave it, and
 * nothing is counted twice or left out. Thread-safe.
 */
final class SpaceMetrics implements SpaceListener {

    private static final class Measured extends BusiestLocks.Candidate {
        final Growth growth;
        volatile LockSeries series;

        Measured(LockReading lock) {
            this.growth = new Growth(lock.readWrite());
        }

        long grow(long[] sums, LockReading lock) {
            return growth.addTo(sums, lock.counts());
        }
    }

    private final SpaceMonitor monitor;
    private final MeterRegistry registry;
    private final MetricsOptions options;
    private final Tags tags;
    private final SpaceSeries space;
    private final LockSeries others;
    private final BusiestLocks busiest;
    private final Map<Integer, Measured> locks = new ConcurrentHashMap<>();
    private final ReentrantLock reading = new ReentrantLock();
    private volatile long readAt;
    private volatile boolean closed;

    /** Registers the meters; throws {@link IllegalStateException} if the space is closed. */
    SpaceMetrics(SpaceMonitor monitor, MeterRegistry registry, MetricsOptions options) {
        this.monitor = monitor;
        this.registry = registry;
        this.options = options;
        this.tags = options.tags().and("space", monitor.path().toString());
        this.busiest = new BusiestLocks(options.topLocks());
        SpaceReadings first = monitor.read()
                .orElseThrow(() -> new IllegalStateException(monitor.path() + " is closed"));
        this.readAt = now();
        this.space = new SpaceSeries(registry, tags, options.percentiles(), first, this::refresh);
        this.others = series(options.other(), true);
        first.locks().forEach(this::begin);
        settle(first, readAt);
        monitor.add(this);
    }

    private LockSeries series(String lock, boolean fast) {
        return new LockSeries(registry, tags.and("lock", lock), fast, options.percentiles(), this::refresh);
    }

    /** What has happened before counts for nothing; but of two that are idle the one that was busier goes first. */
    private void begin(LockReading lock) {
        Measured measured = new Measured(lock);
        long before = measured.grow(new long[LockCounter.values().length], lock);
        measured.score(Math.log1p(before), readAt);
        locks.put(lock.index(), measured);
    }

    /** Reads the file, unless that was done a moment ago or is being done. */
    private void refresh() {
        long now = now();
        if (now - readAt >= options.maxAgeNanos() && !closed && reading.tryLock()) {
            try {
                monitor.read().ifPresent(readings -> settle(readings, now));
                readAt = now;
            } finally {
                reading.unlock();
            }
        }
    }

    /** The registry's clock, which only tells how long something took. */
    private long now() {
        return registry.config().clock().monotonicTime();
    }

    private void settle(SpaceReadings readings, long now) {
        space.set(readings);
        for (LockReading lock : readings.locks()) {
            grow(lock, now);
        }
        busiest.choose(locks.values(), now);
        int waiters = 0;
        for (LockReading lock : readings.locks()) {
            Measured measured = locks.get(lock.index());
            if (isToBeNamed(lock, measured)) {
                show(lock, measured);
            } else {
                hide(measured);
                waiters += lock.waiters();
            }
        }
        others.setWaiters(waiters);
    }

    private void grow(LockReading lock, long now) {
        Measured measured = locks.computeIfAbsent(lock.index(), index -> new Measured(lock));
        long[] sums = new long[LockCounter.values().length];
        measured.score(measured.grow(sums, lock), now);
        LockSeries own = measured.series;
        (own == null ? others : own).add(sums);
    }

    private boolean isToBeNamed(LockReading lock, Measured measured) {
        return measured.isMember() && !lock.name().equals(options.other());
    }

    private void show(LockReading lock, Measured measured) {
        if (measured.series == null) {
            measured.series = series(lock.name(), !lock.readWrite());
        }
        measured.series.setWaiters(lock.waiters());
    }

    private void hide(Measured measured) {
        LockSeries series = measured.series;
        if (series != null) {
            measured.series = null;
            series.removeFrom(registry);
        }
    }

    /** Takes all meters out of the registry. */
    void close() {
        monitor.remove(this);
        reading.lock();
        try {
            closed = true;
            locks.values().forEach(this::hide);
            others.removeFrom(registry);
            space.remove();
        } finally {
            reading.unlock();
        }
    }

    // ---- what happens in this JVM --------------------------------------------------------------------

    @Override
    public void waited(LockWait wait) {
        Measured measured = locks.get(wait.lock());
        LockSeries own = measured == null ? null : measured.series;
        (own == null ? others : own).timer(wait.outcome()).record(wait.nanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void repaired(Repair repair) {
        space.recovery(repair.outcome()).record(repair.nanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void cleanedUp(CleanUp cleanUp) {
        space.cleanUps().record(cleanUp.nanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void cycled(long nanos) {
        space.cycles().record(nanos, TimeUnit.NANOSECONDS);
    }
}
