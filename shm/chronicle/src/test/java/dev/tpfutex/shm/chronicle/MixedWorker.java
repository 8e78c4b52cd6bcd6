package dev.tpfutex.shm.chronicle;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.SpaceOptions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A JVM whose threads count in a ledger under a mutex, and read and count under a reader-writer lock, until they are told
 * to stop or the JVM is killed. Ends with 0 unless it has found somebody else where it should have been alone.
 */
public final class MixedWorker {

    private static final int READS_PER_WRITE = 3;

    private final MixedLedger ledger;
    private final SharedMutex mutex;
    private final SharedReadWriteLock prices;

    private MixedWorker(LockSpace space, MixedLedger ledger) {
        this.ledger = ledger;
        this.mutex = space.mutex("book");
        this.prices = space.rwLock("prices");
    }

    /** Arguments: space, ledger, mapping, number of the first thread, how many threads. */
    public static void main(String[] args) throws IOException, InterruptedException {
        SpaceOptions options = SpaceOptions.defaults().withoutDaemon().mapping(args[2]);
        MixedLedger ledger = MixedLedger.open(Path.of(args[1]));
        int first = Integer.parseInt(args[3]);
        try (LockSpace space = LockSpace.open(Path.of(args[0]), options)) {
            MixedWorker worker = new MixedWorker(space, ledger);
            Thread[] threads = new Thread[Integer.parseInt(args[4])];
            for (int i = 0; i < threads.length; i++) {
                int number = first + i;
                threads[i] = Thread.ofPlatform().start(() -> worker.work(number));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.exit(ledger.isViolated() ? 1 : 0);
    }

    private void work(int thread) {
        try {
            while (!ledger.isStopped()) {
                count(mutex, MixedLedger.MUTEX, thread);
                for (int i = 0; i < READS_PER_WRITE; i++) {
                    read();
                }
                count(prices.writeLock(), MixedLedger.WRITERS, thread);
            }
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            ledger.violated();
        }
    }

    private void count(SharedMutex lock, int pair, int thread) {
        try (LockGuard guard = lock.acquire()) {
            if (guard.ownerDied()) {
                ledger.repair(pair);
                guard.markConsistent();
            }
            ledger.count(pair, thread);
        }
    }

    private void read() {
        try {
            prices.readLock().lock();
        } catch (OwnerDiedException torn) {
            // The next writer repairs it.
            return;
        }
        try {
            ledger.check(MixedLedger.WRITERS);
        } finally {
            prices.readLock().unlock();
        }
    }
}
