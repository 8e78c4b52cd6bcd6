package dev.tpfutex.bench.rw;

import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/** One thread that wants a lock every few milliseconds, and measures how long it has to wait. */
final class Asking {

    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final int MORE_PAUSE_NANOS = 4_000_000;

    private Asking() {}

    /** Until some time: how many waits there were, and of these the median, the 99th of a hundred, and the longest. */
    static long[] waits(Lock lock, long end) {
        Random random = new Random();
        LongStream.Builder waits = LongStream.builder();
        do {
            LockSupport.parkNanos(SHORTEST_PAUSE_NANOS + random.nextInt(MORE_PAUSE_NANOS));
            long asked = System.nanoTime();
            lock.lock();
            waits.add(System.nanoTime() - asked);
            lock.unlock();
        } while (System.nanoTime() - end < 0);
        long[] sorted = waits.build().sorted().toArray();
        return new long[] {sorted.length, share(sorted, 0.5), share(sorted, 0.99), share(sorted, 1)};
    }

    private static long share(long[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }
}
