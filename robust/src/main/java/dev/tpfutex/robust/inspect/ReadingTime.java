package dev.tpfutex.robust.inspect;

import java.time.Duration;
import java.time.Instant;

/**
 * The moment that all times of a snapshot are reckoned from, though reading it takes some milliseconds. So what it says
 * of one instant by two clocks, or in two places, is the same.
 *
 * @param wallClock of this moment
 * @param nanoTime of this moment, by {@link System#nanoTime}
 */
record ReadingTime(Instant wallClock, long nanoTime) {

    static ReadingTime now() {
        return new ReadingTime(Instant.now(), System.nanoTime());
    }

    /** Time since an instant of the monotonic clock; 0 if it came later or, damaged, lies in the future. */
    Duration since(long began) {
        return Duration.ofNanos(Math.max(0, nanoTime - began));
    }

    /** When something began, by the wall clock as it is now. */
    Instant before(Duration lasted) {
        return wallClock.minus(lasted);
    }
}
