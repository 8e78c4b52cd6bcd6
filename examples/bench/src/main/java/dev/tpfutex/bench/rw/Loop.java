package dev.tpfutex.bench.rw;

import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.bench.lock.GlibcRwLock;
import dev.tpfutex.bench.lock.Tally;

/**
 * Locks and unlocks without a pause until some time is over; how often. Each kind of lock has a method of its own, so
 * that none is compiled for what another one does.
 */
final class Loop {

    /** Pairs between two looks at the clock. */
    private static final int BATCH = 64;

    private Loop() {}

    static long read(SharedReadLock lock, long end) {
        long count = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                lock.lock();
                lock.unlock();
            }
            count += BATCH;
        } while (System.nanoTime() - end < 0);
        return count;
    }

    static long write(SharedMutex lock, long end) {
        long count = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                lock.lock();
                lock.unlock();
            }
            count += BATCH;
        } while (System.nanoTime() - end < 0);
        return count;
    }

    static long read(GlibcRwLock lock, long end) {
        Tally tally = new Tally();
        long count = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                lock.lockShared(tally);
                lock.unlockShared(tally);
            }
            count += BATCH;
        } while (System.nanoTime() - end < 0);
        return count;
    }
}
