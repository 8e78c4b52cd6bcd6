package dev.tpfutex.examples.demo;

import java.time.Duration;
import java.util.Random;

/** Random moments, a given time apart on average: as unforeseeable as radioactive decay. */
final class Schedule {

    private final double meanNanos;
    private final Random random;
    private long next;

    /** Moments from now on; a mean of zero gives none. */
    Schedule(Duration mean, Random random) {
        this.meanNanos = mean.toNanos();
        this.random = random;
        advance(System.nanoTime());
    }

    boolean isDue(long now) {
        return meanNanos > 0 && now - next >= 0;
    }

    /** Chooses the next moment after this one. */
    void advance(long now) {
        next = now + (long) (-meanNanos * Math.log(1 - random.nextDouble()));
    }

    /** Nanoseconds to the next moment, at most {@code most}. */
    long untilDue(long now, long most) {
        return meanNanos > 0 ? Math.clamp(next - now, 0, most) : most;
    }
}
