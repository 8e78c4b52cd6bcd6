package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.Tally;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * What one JVM tells of one run, as one line of numbers.
 *
 * @param cpuNanos processor time of the whole process
 * @param sections in which writers were, those after the end of the run included
 * @param violations of the exclusion
 * @param batches of readers
 * @param operations of each thread, before the end
 * @param reads among them
 * @param tally what the threads have counted
 * @param waits for the lock
 */
record GuestReport(long cpuNanos, long sections, long violations, long batches, long[] operations, long[] reads,
        Tally tally, Histogram waits) {

    private static final int HEAD = 5;

    long[] encode() {
        LongStream.Builder numbers = LongStream.builder();
        numbers.add(cpuNanos).add(sections).add(violations).add(batches).add(operations.length);
        LongStream.of(operations).forEach(numbers);
        LongStream.of(reads).forEach(numbers);
        for (Count count : Count.values()) {
            numbers.add(tally.of(count));
        }
        for (HistogramIterationValue value : waits.recordedValues()) {
            numbers.add(value.getValueIteratedTo()).add(value.getCountAddedInThisIterationStep());
        }
        return numbers.build().toArray();
    }

    static GuestReport decode(long[] numbers) {
        int threads = (int) numbers[HEAD - 1];
        int next = HEAD;
        long[] operations = Arrays.copyOfRange(numbers, next, next + threads);
        next += threads;
        long[] reads = Arrays.copyOfRange(numbers, next, next + threads);
        next += threads;
        Tally tally = new Tally();
        for (Count count : Count.values()) {
            tally.add(count, numbers[next++]);
        }
        Histogram waits = new Histogram(Team.LONGEST_NANOS, 2);
        while (next < numbers.length) {
            waits.recordValueWithCount(numbers[next], numbers[next + 1]);
            next += 2;
        }
        return new GuestReport(numbers[0], numbers[1], numbers[2], numbers[3], operations, reads, tally, waits);
    }
}
