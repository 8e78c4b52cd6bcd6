package dev.tpfutex.micrometer;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.robust.monitor.LockReading;
import dev.tpfutex.robust.monitor.Repair;
import dev.tpfutex.robust.monitor.SpaceReadings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The time series that a space has once. Thread-safe. */
final class SpaceSeries {

    private final MeterRegistry registry;
    private final Tags tags;
    private final double[] percentiles;
    private final Runnable refresh;
    private final List<Meter> meters = new ArrayList<>();
    private final Map<Repair.Outcome, Timer> recoveries = new EnumMap<>(Repair.Outcome.class);
    private final Timer cleanUps;
    private final Timer cycles;
    private final int firstEpoch;
    private final long firstBeat;
    private final long firstDeadlocks;
    private volatile SpaceReadings readings;

    /**
     * Registers them.
     *
     * @param refresh to be run before a value is read
     */
    SpaceSeries(MeterRegistry registry, Tags tags, double[] percentiles, SpaceReadings first, Runnable refresh) {
        this.registry = registry;
        this.tags = tags;
        this.percentiles = percentiles;
        this.refresh = refresh;
        this.readings = first;
        this.firstEpoch = first.epoch();
        this.firstBeat = first.cycles();
        this.firstDeadlocks = first.deadlocks();
        tables();
        coordinator();
        inconsistent("owner_died", Consistency.OWNER_DIED);
        inconsistent("not_recoverable", Consistency.NOT_RECOVERABLE);
        for (Repair.Outcome outcome : Repair.Outcome.values()) {
            recoveries.put(outcome, timer(
                    "tpfutex.recovery",
                    "From when a thread of this JVM was told of an owner's death until it had dealt with it",
                    Tags.of("outcome", outcome.name().toLowerCase(Locale.ROOT))));
        }
        cleanUps = timer(
                "tpfutex.cleanup",
                "From when the death of a process was noticed until this JVM had cleaned up after it",
                Tags.empty());
        cycles = timer("tpfutex.coordinator.cycle", "Duty cycles of the coordinator in this JVM", Tags.empty());
    }

    private void tables() {
        table("locks", SpaceReadings::usedLocks, SpaceReadings::maxLocks);
        table("tasks", SpaceReadings::usedTasks, SpaceReadings::maxTasks);
        table("processes", SpaceReadings::usedProcesses, SpaceReadings::maxProcesses);
    }

    private void table(String name, ToDoubleFunction<SpaceReadings> used, ToDoubleFunction<SpaceReadings> size) {
        Tags table = Tags.of("table", name);
        gauge("tpfutex.table.used", "Entries of a table of the space that are in use", table, used);
        gauge("tpfutex.table.size", "Entries that a table of the space has room for", table, size);
    }

    private void coordinator() {
        gauge("tpfutex.coordinator.epoch", "Number of the coordinator's term", Tags.empty(), SpaceReadings::epoch);
        gauge("tpfutex.coordinator.here", "1 if this JVM is the coordinator's host", Tags.empty(),
                now -> now.coordinatedHere() ? 1 : 0);
        counter("tpfutex.coordinator.changes", "Terms of the coordinator that have begun",
                now -> Math.max(0, now.epoch() - firstEpoch));
        counter("tpfutex.coordinator.beats", "Duty cycles of the coordinator, wherever it runs",
                now -> Math.max(0, now.cycles() - firstBeat));
        counter("tpfutex.deadlocks", "Deadlocks that were found",
                now -> Math.max(0, now.deadlocks() - firstDeadlocks));
    }

    private void inconsistent(String state, Consistency consistency) {
        gauge("tpfutex.locks.inconsistent", "Locks whose owner died, by whether they can be used",
                Tags.of("state", state),
                now -> now.locks().stream().map(LockReading::consistency).filter(consistency::equals).count());
    }

    private void gauge(String name, String description, Tags more, ToDoubleFunction<SpaceReadings> value) {
        meters.add(Gauge.builder(name, this, each -> each.read(value))
                .description(description)
                .tags(tags.and(more))
                .register(registry));
    }

    private void counter(String name, String description, ToDoubleFunction<SpaceReadings> value) {
        meters.add(FunctionCounter.builder(name, this, each -> each.read(value))
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private Timer timer(String name, String description, Tags more) {
        Timer timer = Timer.builder(name)
                .description(description)
                .tags(tags.and(more))
                .serviceLevelObjectives(LockSeries.BUCKETS)
                .publishPercentiles(percentiles.length == 0 ? null : percentiles)
                .register(registry);
        meters.add(timer);
        return timer;
    }

    private double read(ToDoubleFunction<SpaceReadings> value) {
        refresh.run();
        return value.applyAsDouble(readings);
    }

    void set(SpaceReadings now) {
        readings = now;
    }

    Timer recovery(Repair.Outcome outcome) {
        return recoveries.get(outcome);
    }

    Timer cleanUps() {
        return cleanUps;
    }

    Timer cycles() {
        return cycles;
    }

    void remove() {
        meters.forEach(registry::remove);
    }
}
