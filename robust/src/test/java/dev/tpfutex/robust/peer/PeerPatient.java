package dev.tpfutex.robust.peer;

import dev.tpfutex.api.SharedReadWriteLock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

/**
 * Holds locks of all kinds, several at a time and for so long that others wait for seconds, but always in the order of
 * their numbers, so that nobody waits in a circle.
 */
final class PeerPatient {

    private static final int LOCKS = 6;
    private static final long LONGEST_NANOS = 300_000_000;

    private final PeerSpace space;
    private final String prefix;
    private final int millis;

    /** Locks {@code prefix0} and so on; the even ones are mutexes. For so many milliseconds. */
    PeerPatient(PeerSpace space, String prefix, int millis) {
        this.space = space;
        this.prefix = prefix;
        this.millis = millis;
    }

    /** Until the time or the ledger's is up. */
    String run(Path ledger) throws IOException {
        Ledger stop = Ledger.open(ledger);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long rounds = 0;
        while (!stop.isStopped() && System.nanoTime() - end < 0) {
            hold(0);
            rounds++;
        }
        return "waited " + rounds;
    }

    private void hold(int from) {
        if (from >= LOCKS) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_NANOS));
            return;
        }
        int index = from + ThreadLocalRandom.current().nextInt(LOCKS - from + 1);
        if (index == LOCKS) {
            hold(index);
        } else if (index % 2 == 0) {
            within(space.mutex(prefix + index), index);
        } else {
            read(space.rwLock(prefix + index), index);
        }
    }

    private void read(SharedReadWriteLock lock, int index) {
        switch (ThreadLocalRandom.current().nextInt(4)) {
            case 0 -> within(lock.writeLock(), index);
            case 1 -> {
                lock.upgradableLock().lock();
                try {
                    within(lock.writeLock(), index);
                } finally {
                    lock.upgradableLock().unlock();
                }
            }
            default -> within(lock.readLock(), index);
        }
    }

    private void within(Lock lock, int index) {
        lock.lock();
        try {
            hold(index + 1);
        } finally {
            lock.unlock();
        }
    }
}
