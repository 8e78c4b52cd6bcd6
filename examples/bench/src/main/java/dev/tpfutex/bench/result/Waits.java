package dev.tpfutex.bench.result;

import org.HdrHistogram.Histogram;

/**
 * How long it took to get the lock, in microseconds.
 *
 * @param p50 so long or shorter did half of the acquisitions take
 * @param p99 99 of a hundred
 * @param p999 999 of a thousand
 * @param max the longest
 * @param askedAtRandom the same four, had somebody asked at regular times, no matter whether threads still wait: those
 *     who would have asked during a long wait have it too (correction of coordinated omission)
 * @param curve for plots: the shortest wait of the longest 1, 1/2, 1/4, ... of all
 */
public record Waits(double p50, double p99, double p999, double max, double[] askedAtRandom, double[] curve) {

    private static final double MICRO = 1e3;
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};
    private static final int CURVE = 24;
    private static final double ALL = 100;

    /** @param usualNanos between two acquisitions of one thread */
    public static Waits of(Histogram waits, long usualNanos) {
        double[] own = at(waits);
        double[] random = at(waits.copyCorrectedForCoordinatedOmission(Math.max(usualNanos, 1)));
        double[] curve = new double[CURVE];
        for (int i = 0; i < CURVE; i++) {
            curve[i] = waits.getValueAtPercentile(ALL - ALL / (1L << i)) / MICRO;
        }
        return new Waits(own[0], own[1], own[2], own[3], random, curve);
    }

    private static double[] at(Histogram waits) {
        double[] values = new double[PERCENTILES.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = waits.getValueAtPercentile(PERCENTILES[i]) / MICRO;
        }
        return values;
    }
}
