package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.SharedMutex;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Counts in a ledger like {@link PeerCounter}, but comes in by all ways, is interrupted and gives up again and again. */
final class PeerMix {

    private static final int WAYS = 4;
    private static final long MOST_MICROS_BETWEEN_INTERRUPTS = 20_000;
    private static final long MOST_PATIENCE_MICROS = 12_000;

    private final SharedMutex mutex;
    private final Ledger ledger;
    private long visits;

    PeerMix(SharedMutex mutex, Ledger ledger) {
        this.mutex = mutex;
        this.ledger = ledger;
    }

    /** Goes on until the ledger is stopped. */
    String run() {
        Thread self = Thread.currentThread();
        Thread other = Thread.ofPlatform().daemon().start(() -> interruptNowAndThen(self));
        while (!ledger.isStopped()) {
            try {
                enter().ifPresent(this::visit);
            } catch (LockTimeoutException | InterruptedException gaveUp) {
                Thread.interrupted();
            }
        }
        awaitEnd(other);
        return "counted " + visits;
    }

    /** Its last interrupts may come meanwhile. */
    private static void awaitEnd(Thread interrupter) {
        while (interrupter.isAlive()) {
            try {
                interrupter.join();
            } catch (InterruptedException late) {
                // It ends soon.
            }
        }
        Thread.interrupted();
    }

    private Optional<LockGuard> enter() throws InterruptedException {
        long micros = ThreadLocalRandom.current().nextLong(MOST_PATIENCE_MICROS);
        return switch (ThreadLocalRandom.current().nextInt(WAYS)) {
            case 0 -> Optional.of(mutex.acquire());
            case 1 -> mutex.tryAcquire();
            case 2 -> Optional.of(mutex.acquire(Duration.of(micros, TimeUnit.MICROSECONDS.toChronoUnit())));
            default -> Optional.of(mutex.acquire(Duration.ofDays(1)));
        };
    }

    private void visit(LockGuard guard) {
        try (guard) {
            if (guard.ownerDied()) {
                ledger.repair();
                guard.markConsistent();
            }
            ledger.visit(guard.fencingToken());
            visits++;
            if (ThreadLocalRandom.current().nextInt(50) == 0) {
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(7_000_000));
            }
        }
    }

    private void interruptNowAndThen(Thread thread) {
        while (!ledger.isStopped()) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(MOST_MICROS_BETWEEN_INTERRUPTS) * 1000);
            thread.interrupt();
        }
    }
}
