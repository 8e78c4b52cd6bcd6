package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.SharedMutex;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Takes the mutex, or the write lock, in all the ways there are, and makes a transfer each time. */
final class Writing {

    private static final int LONGEST_TIMEOUT_MILLIS = 20;

    private final Station station;
    private final Ledger ledger;
    private final ThreadCell cell;
    private final Mark mark;
    private final Random random;
    private final Repair repair;
    private final SharedMutex mutex;

    /** When the present attempt to get the lock began. */
    private long began;

    Writing(Station station, Repair repair, SharedMutex mutex) {
        this.station = station;
        this.ledger = station.ledger();
        this.cell = station.cell();
        this.mark = station.mark();
        this.random = station.random();
        this.repair = repair;
        this.mutex = mutex;
    }

    /** Most threads use guards; the others see to it that all ways of locking get along with each other. */
    void operate() throws InterruptedException {
        began = cell.beginWait(Side.WRITER);
        int way = random.nextInt(100);
        if (way < 60) {
            byGuard();
        } else if (way < 75) {
            byLock();
        } else if (way < 85) {
            byTimedGuard(Duration.ofMillis(random.nextInt(LONGEST_TIMEOUT_MILLIS)));
        } else if (way < 90) {
            byTimedLock(random.nextInt(LONGEST_TIMEOUT_MILLIS));
        } else {
            byTry();
        }
    }

    /** Ends while it owns the lock, in the middle of a transfer. */
    @SuppressWarnings("resource") // Nobody can close what the dead held.
    void dieInside() {
        began = cell.beginWait(Side.WRITER);
        LockGuard guard = mutex.acquire();
        enter(guard, began);
        ledger.beginTransfer(mark, guard.fencingToken(), 0, 1, 1);
        cell.die();
    }

    private void byGuard() {
        try (LockGuard guard = mutex.acquire()) {
            ownByGuard(guard);
        }
    }

    private void byLock() {
        mutex.lock();
        try {
            ownByLock();
        } finally {
            mutex.unlock();
        }
    }

    private void byTimedGuard(Duration timeout) throws InterruptedException {
        try (LockGuard guard = mutex.acquire(timeout)) {
            ownByGuard(guard);
        } catch (LockTimeoutException late) {
            station.miss(began, timeout);
        }
    }

    private void byTimedLock(long millis) throws InterruptedException {
        if (!mutex.tryLock(millis, TimeUnit.MILLISECONDS)) {
            station.miss(began, Duration.ofMillis(millis));
            return;
        }
        try {
            ownByLock();
        } finally {
            mutex.unlock();
        }
    }

    private void byTry() {
        mutex.tryAcquire().ifPresentOrElse(guard -> {
            try (guard) {
                ownByGuard(guard);
            }
        }, () -> station.miss(began, Duration.ZERO));
    }

    private void ownByGuard(LockGuard guard) {
        own(guard, began);
    }

    /**
     * One transfer of a thread that has just become the owner.
     *
     * @param asked when it asked for the lock
     */
    void own(LockGuard guard, long asked) {
        try {
            enter(guard, asked);
            transfer(guard.fencingToken());
        } catch (Throwable failure) {
            throw station.freeze(failure);
        }
    }

    private void enter(LockGuard guard, long asked) {
        long entered = cell.enter(asked);
        if (guard.ownerDied()) {
            repair.run(asked, entered);
            guard.markConsistent();
        }
    }

    /** After an owner's death the {@link Repair} has run already. */
    private void ownByLock() {
        cell.enter(began);
        // A nested acquisition knows the token of the outer one.
        try (LockGuard guard = mutex.acquire()) {
            transfer(guard.fencingToken());
        } catch (Throwable failure) {
            throw station.freeze(failure);
        }
    }

    private void transfer(long token) {
        int from = random.nextInt(Ledger.ACCOUNTS);
        int to = (from + 1 + random.nextInt(Ledger.ACCOUNTS - 1)) % Ledger.ACCOUNTS;
        ledger.transfer(mark, token, from, to, 1 + random.nextInt(1000), station.holdNanos());
        cell.leave();
    }
}
