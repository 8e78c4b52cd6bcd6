package dev.tpfutex.bench.result;

import java.util.stream.DoubleStream;

/**
 * Something that was measured several times, and is no run of a {@link Workload}.
 *
 * @param name what
 * @param side with what, or beside what
 * @param unit of the values
 * @param values in the order in which they were measured
 */
public record Fact(String name, String side, String unit, double... values) {

    /** The one in the middle. */
    public double median() {
        return share(0.5);
    }

    /** The smallest. */
    public double least() {
        return share(0);
    }

    /** The largest. */
    public double most() {
        return share(1);
    }

    /**
     * The value that a share of them does not exceed.
     *
     * @param share 0 to 1
     * @return one of them
     */
    public double share(double share) {
        double[] sorted = DoubleStream.of(values).sorted().toArray();
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}
