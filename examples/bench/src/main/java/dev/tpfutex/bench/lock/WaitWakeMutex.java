package dev.tpfutex.bench.lock;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * WW and WWS: the plain mutex on futex(2) that wait-wake futexes were made for, with one word of three states. It is the
 * one that the TP-futexes were measured against in 2017 (and in its essence that of the C library). Whoever does not get
 * it sleeps at once, or (WWS) spins before.
 */
final class WaitWakeMutex implements TestedMutex {

    private static final int FREE = 0;
    private static final int LOCKED = 1;
    private static final int LOCKED_WITH_SLEEPERS = 2;

    private final MemorySegment memory;
    private final long address;
    private final AdaptiveSpin spin;

    /** @param spins whether to spin before sleeping */
    WaitWakeMutex(Path file, boolean spins) {
        memory = Words.map(file);
        address = memory.address();
        spin = spins ? new AdaptiveSpin() : null;
    }

    @Override
    public void lock(Tally tally) {
        if (!take()) {
            lockSlowly(tally, RawFutex.FOREVER);
        }
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        return take() || lockSlowly(tally, Deadline.after(nanos));
    }

    private boolean take() {
        return Words.INT.compareAndSet(memory, 0L, FREE, LOCKED);
    }

    private boolean lockSlowly(Tally tally, long deadline) {
        tally.add(Count.SLOW_LOCKS);
        if (spin != null && spin.until(this::takeIfFree)) {
            return true;
        }
        int word = (int) Words.INT.getVolatile(memory, 0L);
        while (word == LOCKED_WITH_SLEEPERS
                || (int) Words.INT.getAndSet(memory, 0L, LOCKED_WITH_SLEEPERS) != FREE) {
            if (Deadline.isOver(deadline)) {
                return false;
            }
            if (RawFutex.await(tally, address, LOCKED_WITH_SLEEPERS, Deadline.rest(deadline))) {
                tally.add(Count.SLEEPS);
            }
            word = (int) Words.INT.getVolatile(memory, 0L);
        }
        return true;
    }

    private boolean takeIfFree() {
        return (int) Words.INT.getOpaque(memory, 0L) == FREE && take();
    }

    @Override
    public void unlock(Tally tally) {
        if ((int) Words.INT.getAndSet(memory, 0L, FREE) == LOCKED_WITH_SLEEPERS) {
            tally.add(Count.SLOW_UNLOCKS);
            tally.add(Count.WAKE_UPS, RawFutex.wake(address, 1));
        }
    }

    @Override
    public long residue() {
        return (int) Words.INT.getVolatile(memory, 0L);
    }
}
