package dev.tpfutex.bench.handoff;

import dev.tpfutex.bench.lock.RawFutex;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import dev.tpfutex.bench.lock.Words;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the three JVMs do in each round. The first owns the lock until the second, or the second and the third, have waited
 * for it long enough, and writes down the time as the last thing before it gives the lock back. The next owner takes the
 * time as the first thing that it does. Both have the same clock.
 */
final class Relay {

    private static final long ROUND = 0;
    private static final long FIRST_ASKS = 128;
    private static final long SECOND_ASKS = 256;
    private static final long GIVEN = 384;
    private static final long FIRST_DONE = 512;
    private static final long SECOND_DONE = 640;
    private static final long WORD = 768;

    private static final long SPINNING_NANOS = 200_000;
    private static final long POLL_NANOS = 200_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final MemorySegment page;
    private final Way way;
    private final TestedMutex lock;
    private final long asleepNanos;
    private final Tally tally = new Tally();

    /**
     * @param lock {@code null} for ways without one
     * @param asleepNanos after so long everybody who waits is asleep
     */
    Relay(Path file, Way way, TestedMutex lock, long asleepNanos) {
        this.page = Words.map(file);
        this.way = way;
        this.lock = lock;
        this.asleepNanos = asleepNanos;
    }

    /** Has the lock, and gives it away. */
    void owner(long round) {
        if (way.hasLock()) {
            lock.lock(tally);
        }
        set(ROUND, round);
        await(way == Way.QUEUED ? SECOND_ASKS : FIRST_ASKS, round);
        settle();
        set(GIVEN, System.nanoTime());
        if (way.hasLock()) {
            lock.unlock(tally);
        } else {
            Words.INT.setVolatile(page, WORD, (int) round);
            if (way.isSleepy()) {
                RawFutex.wake(page.address() + WORD, 1);
            }
        }
        // Of both: the second may get the lock before the first, which then must not meet the next round's owner.
        await(FIRST_DONE, round);
        if (way == Way.QUEUED) {
            await(SECOND_DONE, round);
        }
    }

    /** Waits for the lock; how long it was on its way. */
    long first(long round) {
        await(ROUND, round);
        set(FIRST_ASKS, round);
        if (way.hasLock()) {
            lock.lock(tally);
        } else {
            awaitWord((int) round);
        }
        long got = System.nanoTime();
        long given = get(GIVEN);
        set(GIVEN, System.nanoTime());
        if (way.hasLock()) {
            lock.unlock(tally);
        }
        set(FIRST_DONE, round);
        return got - given;
    }

    /** Waits behind {@link #first}; how long the lock was on its way from that to here. */
    long second(long round) {
        await(FIRST_ASKS, round);
        settle();
        set(SECOND_ASKS, round);
        lock.lock(tally);
        long got = System.nanoTime();
        long given = get(GIVEN);
        lock.unlock(tally);
        set(SECOND_DONE, round);
        return got - given;
    }

    private void awaitWord(int value) {
        for (int now = word(); now != value; now = word()) {
            if (way.isSleepy()) {
                RawFutex.await(tally, page.address() + WORD, now, RawFutex.FOREVER);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private int word() {
        return (int) Words.INT.getVolatile(page, WORD);
    }

    /** Until whoever has just asked is in the state that is to be measured. */
    private void settle() {
        if (way.isSleepy()) {
            LockSupport.parkNanos(asleepNanos);
            return;
        }
        long end = System.nanoTime() + SPINNING_NANOS;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private void await(long offset, long round) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (get(offset) != round) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(way + ", round " + round + ": nothing happens");
            }
            if (way.isSleepy()) {
                LockSupport.parkNanos(POLL_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private long get(long offset) {
        return (long) Words.LONG.getVolatile(page, offset);
    }

    private void set(long offset, long value) {
        Words.LONG.setVolatile(page, offset, value);
    }
}
