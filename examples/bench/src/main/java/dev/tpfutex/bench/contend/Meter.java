package dev.tpfutex.bench.contend;

import org.HdrHistogram.Histogram;

/**
 * What one thread measures while it locks. Most operations cost it two looks at the {@link SharedPage}'s clock and a few
 * counts: to time each one would take longer than the lock.
 *
 * <p>Every so many operations, at most every 64th and more rarely the longer the lock is not waited for, one is timed and
 * counts for all up to the next. But <em>each</em> wait of more than two milliseconds is noticed, by the clock, and
 * recorded by itself, so that the longest ones are right, to half a millisecond while the clock is on time.
 */
final class Meter {

    /** Waits of which the clock tells that they took at least this long are recorded one by one. */
    static final long LONG_NANOS = 2_000_000;

    private static final long TICK_NANOS = 1_000_000;
    private static final int RAREST = 64;
    /** Between two that are timed there should be some such time: each costs some 50 ns. */
    private static final long OFTEN_NANOS = 4_000;

    private final Histogram waits = new Histogram(Team.LONGEST_NANOS, 2);
    private final SharedPage page;
    private final long end;

    private int period = 1;
    private int untilTimed = 1;
    private long lastTimed;
    private long ticked;
    private long asked;
    private long operations;
    private long reads;

    /** @param end when the run is over */
    Meter(SharedPage page, long end) {
        this.page = page;
        this.end = end;
    }

    boolean isOver() {
        return page.clock() - end >= 0;
    }

    /** The thread asks for the lock now. */
    void asks() {
        ticked = page.clock();
        if (--untilTimed == 0) {
            asked = System.nanoTime();
        }
    }

    /** The thread has the lock now. */
    void has(boolean reads) {
        long now = page.clock();
        if (now - end < 0) {
            operations++;
            this.reads += reads ? 1 : 0;
        }
        if (now - ticked >= LONG_NANOS) {
            waits.recordValue(System.nanoTime() - ticked - TICK_NANOS / 2);
            if (untilTimed == 0) {
                untilTimed = period;
            }
        } else if (untilTimed == 0) {
            timed();
        }
    }

    private void timed() {
        long now = System.nanoTime();
        waits.recordValueWithCount(Math.max(now - asked, 0), period);
        if (asked - lastTimed < OFTEN_NANOS) {
            period = Math.min(period * 2, RAREST);
        } else if (asked - lastTimed > 2 * OFTEN_NANOS) {
            period = Math.max(period / 2, 1);
        }
        lastTimed = asked;
        // Not always the same one in a rhythm of reads and writes.
        untilTimed = period == 1 ? 1 : period - 1 + (int) (now & 1) * 2;
    }

    /** Locks that it got before the end. */
    long operations() {
        return operations;
    }

    /** Those of them that only read. */
    long reads() {
        return reads;
    }

    Histogram waits() {
        return waits;
    }
}
