package dev.tpfutex.micrometer;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.robust.Monitors;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The metrics of a lock space. Some are of the whole space, read from its file, and so the same in every process that
 * has it open; some are of this JVM. {@code docs/METRICS.md} lists them all.
 *
 * <pre>{@code
 * new TpFutexMetrics(space).bindTo(registry);
 * }</pre>
 *
 * Nothing is done on the fast paths, and nothing while nobody reads: no thread, no timer. Meters stay registered until
 * {@link #close}; once the space is closed they keep their last values. Thread-safe.
 */
public final class TpFutexMetrics implements MeterBinder, AutoCloseable {

    private final SpaceMonitor monitor;
    private final MetricsOptions options;
    private final List<SpaceMetrics> bound = new ArrayList<>();

    /**
     * With the defaults.
     *
     * @param space an open space of this JVM
     * @throws IllegalArgumentException if it is of another implementation than {@code tpfutex-robust}
     */
    public TpFutexMetrics(LockSpace space) {
        this(space, MetricsOptions.defaults());
    }

    /**
     * With options.
     *
     * @param space an open space of this JVM
     * @param options how to measure it
     * @throws IllegalArgumentException if it is of another implementation than {@code tpfutex-robust}
     */
    public TpFutexMetrics(LockSpace space, MetricsOptions options) {
        this(Monitors.of(space), options);
    }

    /**
     * For one who has no handle, as the daemon.
     *
     * @param monitor of the space
     * @param options how to measure it
     */
    public TpFutexMetrics(SpaceMonitor monitor, MetricsOptions options) {
        this.monitor = Objects.requireNonNull(monitor, "monitor");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Registers the meters.
     *
     * @param registry where; once for each
     * @throws IllegalStateException if the space is closed
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        bound.add(new SpaceMetrics(monitor, registry, options));
    }

    /** Takes the meters out of their registries. */
    @Override
    public synchronized void close() {
        bound.forEach(SpaceMetrics::close);
        bound.clear();
    }
}
