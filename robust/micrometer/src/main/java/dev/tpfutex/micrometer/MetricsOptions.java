package dev.tpfutex.micrometer;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/** How a space is measured. Immutable: each method returns a changed copy of {@link #defaults()}. */
public final class MetricsOptions {

    private static final MetricsOptions DEFAULTS =
            new MetricsOptions(10, "other", Tags.empty(), Duration.ofSeconds(1), new double[0]);

    private final int topLocks;
    private final String other;
    private final Tags tags;
    private final Duration maxAge;
    private final double[] percentiles;

    private MetricsOptions(int topLocks, String other, Tags tags, Duration maxAge, double[] percentiles) {
        this.topLocks = topLocks;
        this.other = other;
        this.tags = tags;
        this.maxAge = maxAge;
        this.percentiles = percentiles;
    }

    /**
     * Ten locks by name, the rest as {@code other}; read at most once a second.
     *
     * @return the defaults
     */
    public static MetricsOptions defaults() {
        return DEFAULTS;
    }

    /**
     * How many locks, the busiest, have time series of their own. All others together have one more.
     *
     * @param topLocks 0 or more, default 10
     * @return a changed copy
     * @throws IllegalArgumentException if negative
     */
    public MetricsOptions topLocks(int topLocks) {
        if (topLocks < 0) {
            throw new IllegalArgumentException("topLocks must not be negative: " + topLocks);
        }
        return new MetricsOptions(topLocks, other, tags, maxAge, percentiles);
    }

    /**
     * The value of the tag {@code lock} that stands for all but the busiest. A lock that has this very name is one of
     * them, however busy it is.
     *
     * @param other default {@code other}
     * @return a changed copy
     */
    public MetricsOptions other(String other) {
        return new MetricsOptions(topLocks, Objects.requireNonNull(other, "other"), tags, maxAge, percentiles);
    }

    /**
     * Tags that each metric gets in addition.
     *
     * @param tags default none
     * @return a changed copy
     */
    public MetricsOptions tags(Iterable<Tag> tags) {
        return new MetricsOptions(topLocks, other, Tags.of(tags), maxAge, percentiles);
    }

    /**
     * How old a reading of the file may be to serve once more. All metrics of a scrape should come from one reading.
     *
     * @param maxAge default 1 s
     * @return a changed copy
     * @throws IllegalArgumentException if negative
     */
    public MetricsOptions maxAge(Duration maxAge) {
        if (maxAge.isNegative()) {
            throw new IllegalArgumentException("maxAge must not be negative: " + maxAge);
        }
        return new MetricsOptions(topLocks, other, tags, maxAge, percentiles);
    }

    /**
     * Percentiles that the timers compute in this JVM, for monitoring systems that cannot do so from the buckets, which
     * there are in any case.
     *
     * @param percentiles for example {@code 0.5, 0.99}; default none
     * @return a changed copy
     */
    public MetricsOptions percentiles(double... percentiles) {
        return new MetricsOptions(topLocks, other, tags, maxAge, percentiles.clone());
    }

    int topLocks() {
        return topLocks;
    }

    String other() {
        return other;
    }

    Tags tags() {
        return tags;
    }

    long maxAgeNanos() {
        return maxAge.toNanos();
    }

    double[] percentiles() {
        return percentiles.clone();
    }

    @Override
    public String toString() {
        return "MetricsOptions[topLocks=" + topLocks + ", other=" + other + ", tags=" + tags + ", maxAge=" + maxAge
                + ", percentiles=" + Arrays.toString(percentiles) + "]";
    }
}
