package dev.tpfutex.bench.report;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A logarithmic axis. */
final class Scale {

    private static final int FEW_DECADES = 2;
    private static final int MANY_DECADES = 6;

    private final double least;
    private final double most;
    private final double from;
    private final double to;

    /**
     * @param values all that are to be shown
     * @param from where the least is
     * @param to where the most is
     */
    Scale(double[] values, double from, double to) {
        double smallest = Arrays.stream(values).min().orElse(1);
        double largest = Arrays.stream(values).max().orElse(1);
        // A line that is level is in the middle.
        this.least = Math.log10(smallest) - (largest == smallest ? 0.5 : 0);
        this.most = Math.log10(largest) + (largest == smallest ? 0.5 : 0);
        this.from = from;
        this.to = to;
    }

    double at(double value) {
        return from + (Math.log10(value) - least) / (most - least) * (to - from);
    }

    /** Round values between the least and the most. */
    double[] ticks() {
        int first = (int) Math.floor(least);
        int last = (int) Math.ceil(most);
        double[] digits = last - first <= FEW_DECADES ? new double[] {1, 2, 5} : new double[] {1};
        int step = last - first > MANY_DECADES ? 2 : 1;
        return IntStream.iterate(first, decade -> decade <= last, decade -> decade + step).boxed()
                .flatMapToDouble(decade -> DoubleStream.of(digits).map(digit -> digit * Math.pow(10, decade)))
                .filter(tick -> Math.log10(tick) >= least - 1e-9 && Math.log10(tick) <= most + 1e-9)
                .toArray();
    }
}
