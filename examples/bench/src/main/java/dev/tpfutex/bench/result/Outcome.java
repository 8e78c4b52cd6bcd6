package dev.tpfutex.bench.result;

import dev.tpfutex.bench.lock.Count;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * One run with one type of lock.
 *
 * @param seconds that it took
 * @param operations of each thread
 * @param reads among them, of each thread
 * @param cpuSeconds processor time of all processes
 * @param counts what is known of how it went
 * @param batches of readers between writers
 * @param waits for the lock
 * @param clockLateMillis how late the clock was at the most by which long waits are measured
 */
public record Outcome(double seconds, long[] operations, long[] reads, double cpuSeconds, Map<Count, Long> counts,
        long batches, Waits waits, double clockLateMillis) {

    /** Operations of all threads. */
    public long total() {
        return LongStream.of(operations).sum();
    }

    /** Those of them that only read. */
    public long totalReads() {
        return LongStream.of(reads).sum();
    }

    /** Operations in a second, all threads together. */
    public double rate() {
        return total() / seconds;
    }

    /** Operations of one thread in a second, on the average. */
    public double average() {
        return rate() / operations.length;
    }

    /** The same of the thread that had the fewest. */
    public double least() {
        return LongStream.of(operations).min().orElse(0) / seconds;
    }

    /** The same of the thread that had the most. */
    public double most() {
        return LongStream.of(operations).max().orElse(0) / seconds;
    }

    /** How evenly it went: the fewest over the most. */
    public double fairness() {
        return most() == 0 ? 0 : least() / most();
    }

    /** The standard error of the average, relative to it: what {@code perf bench} prints with {@code +-}. */
    public double deviation() {
        double mean = (double) total() / operations.length;
        if (operations.length < 2 || mean == 0) {
            return 0;
        }
        double squares = LongStream.of(operations).mapToDouble(one -> (one - mean) * (one - mean)).sum();
        return Math.sqrt(squares / (operations.length - 1) / operations.length) / mean;
    }
}
