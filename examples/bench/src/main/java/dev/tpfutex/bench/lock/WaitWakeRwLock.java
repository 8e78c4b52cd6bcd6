package dev.tpfutex.bench.lock;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * WW and WWS: the reader-writer lock on futex(2) that the TP-futexes were measured against in 2017. One word has the
 * writer and the number of readers; two more count events, one for each side, and say whether anybody sleeps on them.
 * Prefers readers, so that writers may starve, or writers.
 */
final class WaitWakeRwLock implements TestedRwLock {

    private static final long LOCK = 0;
    private static final long WRITE_EVENTS = 4;
    private static final long READ_EVENTS = 8;

    private static final int WRITER = 1;
    private static final int READER = 1 << 8;
    private static final int SLEEPERS = 1;
    private static final int EVENT = 1 << 8;

    private final MemorySegment memory;
    private final long address;
    private final boolean prefersWriters;
    private final AdaptiveSpin readSpin;
    private final AdaptiveSpin writeSpin;

    /** @param spins whether to spin before sleeping */
    WaitWakeRwLock(Path file, boolean spins, boolean prefersWriters) {
        this.memory = Words.map(file);
        this.address = memory.address();
        this.prefersWriters = prefersWriters;
        this.readSpin = spins ? new AdaptiveSpin() : null;
        this.writeSpin = spins ? new AdaptiveSpin() : null;
    }

    @Override
    public void lock(Tally tally) {
        lockUntil(tally, RawFutex.FOREVER);
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        return lockUntil(tally, Deadline.after(nanos));
    }

    private boolean lockUntil(Tally tally, long deadline) {
        if (take()) {
            return true;
        }
        tally.add(Count.SLOW_LOCKS);
        if (writeSpin != null && writeSpin.until(() -> word(LOCK) == 0 && take())) {
            return true;
        }
        for (;;) {
            int events = word(WRITE_EVENTS);
            if (take()) {
                return true;
            } else if (Deadline.isOver(deadline)) {
                // Perhaps woken, which was meant for somebody who goes on.
                wakeOthers(tally);
                return false;
            }
            sleep(tally, WRITE_EVENTS, events, deadline);
            // There may be other writers, whom nobody would wake.
            Words.INT.getAndBitwiseOr(memory, WRITE_EVENTS, SLEEPERS);
        }
    }

    private boolean take() {
        return Words.INT.compareAndSet(memory, LOCK, 0, WRITER);
    }

    @Override
    public void unlock(Tally tally) {
        Words.INT.getAndAdd(memory, LOCK, -WRITER);
        wakeOthers(tally);
    }

    /** Those of one side, or if there are none, those of the other. */
    private void wakeOthers(Tally tally) {
        if (prefersWriters) {
            if (wake(tally, WRITE_EVENTS, 1) == 0) {
                wake(tally, READ_EVENTS, Integer.MAX_VALUE);
            }
        } else if (wake(tally, READ_EVENTS, Integer.MAX_VALUE) == 0) {
            wake(tally, WRITE_EVENTS, 1);
        }
    }

    @Override
    public void lockShared(Tally tally) {
        lockSharedUntil(tally, RawFutex.FOREVER);
    }

    @Override
    public boolean lockShared(Tally tally, long nanos) {
        return lockSharedUntil(tally, Deadline.after(nanos));
    }

    private boolean lockSharedUntil(Tally tally, long deadline) {
        return prefersWriters ? joinBehindWriters(tally, deadline) : join(tally, deadline);
    }

    /** Is counted first and then waits until the writer has gone: no writer can come in between. */
    private boolean join(Tally tally, long deadline) {
        int events = word(READ_EVENTS);
        if (!isWritten((int) Words.INT.getAndAdd(memory, LOCK, READER))) {
            return true;
        }
        tally.add(Count.SLOW_LOCKS);
        if (readSpin != null && readSpin.until(() -> !isWritten(word(LOCK)))) {
            return true;
        }
        while (isWritten(word(LOCK))) {
            if (Deadline.isOver(deadline)) {
                unlockShared(tally);
                return false;
            }
            sleep(tally, READ_EVENTS, events, deadline);
            events = word(READ_EVENTS);
        }
        return true;
    }

    private boolean joinBehindWriters(Tally tally, long deadline) {
        boolean slow = false;
        for (;;) {
            int events = word(READ_EVENTS);
            if ((word(WRITE_EVENTS) & SLEEPERS) == 0) {
                if (!isWritten((int) Words.INT.getAndAdd(memory, LOCK, READER))) {
                    return true;
                }
                Words.INT.getAndAdd(memory, LOCK, -READER);
            } else {
                wake(tally, WRITE_EVENTS, 1);
                continue;
            }
            if (!slow) {
                tally.add(Count.SLOW_LOCKS);
                slow = true;
            }
            if (Deadline.isOver(deadline)) {
                return false;
            }
            sleep(tally, READ_EVENTS, events, deadline);
        }
    }

    @Override
    public void unlockShared(Tally tally) {
        int before = (int) Words.INT.getAndAdd(memory, LOCK, -READER);
        if (before >>> 8 == 1) {
            wake(tally, WRITE_EVENTS, 1);
        }
    }

    private static boolean isWritten(int word) {
        return (word & WRITER) != 0;
    }

    private int word(long offset) {
        return (int) Words.INT.getVolatile(memory, offset);
    }

    /** Sleeps unless there was an event after {@code events}. */
    private void sleep(Tally tally, long offset, int events, long deadline) {
        Words.INT.getAndBitwiseOr(memory, offset, SLEEPERS);
        if (RawFutex.await(tally, address + offset, events | SLEEPERS, Deadline.rest(deadline))) {
            tally.add(Count.SLEEPS);
        }
    }

    /** Counts an event and wakes those who sleep; how many were woken. */
    private int wake(Tally tally, long offset, int most) {
        int before = (int) Words.INT.getAndAdd(memory, offset, EVENT);
        if ((before & SLEEPERS) == 0
                || ((int) Words.INT.getAndBitwiseAnd(memory, offset, ~SLEEPERS) & SLEEPERS) == 0) {
            return 0;
        }
        tally.add(Count.SLOW_UNLOCKS);
        int woken = RawFutex.wake(address + offset, most);
        tally.add(Count.WAKE_UPS, woken);
        return woken;
    }

    @Override
    public long residue() {
        return word(LOCK);
    }
}
