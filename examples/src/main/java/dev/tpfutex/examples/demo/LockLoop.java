package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.examples.demo.RecoveryLog.Recovery;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One thread of a worker: takes the mutex in all the ways there are, and makes a transfer each time. */
final class LockLoop implements Runnable {

    private static final int LONGEST_TIMEOUT_MILLIS = 20;
    private static final int LONGEST_HOLD_NANOS = 1_000_000;
    private static final int SPINS = 100;
    /** A thread rests once in so many operations. */
    private static final int REST_SHARE = 1000;
    /** In a soak processors are wanted for the JVMs that start. */
    private static final int SOAK_REST_SHARE = 5;
    /** An owner sleeps once in so many operations. */
    private static final int HOLD_SHARE = 200;
    private static final int SOAK_HOLD_SHARE = 10;
    /** In a soak a thread lives so long on average. */
    private static final Duration LIFE = Duration.ofSeconds(15);

    private final Ledger ledger;
    private final WorkerStats stats;
    private final WorkerRow row;
    private final ThreadCell cell;
    private final Mark mark;
    private final BooleanSupplier stopped;
    private final SharedMutex mutex;
    private final boolean soak;
    private final Random random = new Random();
    private final Schedule death;

    /** When the present attempt to get the lock began. */
    private long began;

    LockLoop(LockSpace space, Ledger ledger, WorkerStats stats, Mark mark, BooleanSupplier stopped,
            boolean soak) {
        this.ledger = ledger;
        this.stats = stats;
        this.row = stats.row(mark.worker());
        this.cell = row.thread(mark.thread());
        this.mark = mark;
        this.stopped = stopped;
        this.soak = soak;
        this.death = new Schedule(soak ? LIFE : Duration.ZERO, random);
        this.mutex = space.mutex(WorkerOrders.MUTEX, this::repair);
    }

    @Override
    public void run() {
        try {
            cell.start();
            while (!stopped.getAsBoolean()) {
                if (death.isDue(System.nanoTime())) {
                    dieInside();
                    return;
                }
                operate();
                rest();
            }
        } catch (Throwable failure) {
            freeze(failure);
        }
    }

    /** Most threads use guards; the others see to it that all ways of locking get along with each other. */
    private void operate() throws InterruptedException {
        began = cell.beginWait();
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
    private void dieInside() {
        began = cell.beginWait();
        LockGuard guard = mutex.acquire();
        long entered = cell.enter(began);
        if (guard.ownerDied()) {
            repair(entered);
            guard.markConsistent();
        }
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
            miss(timeout);
        }
    }

    private void byTimedLock(long millis) throws InterruptedException {
        if (!mutex.tryLock(millis, TimeUnit.MILLISECONDS)) {
            miss(Duration.ofMillis(millis));
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
        }, () -> miss(Duration.ZERO));
    }

    private void miss(Duration timeout) {
        long waited = cell.miss(began) - began;
        if (waited < timeout.toNanos()) {
            throw new Violation(mark + " was told of a timeout after " + waited + " ns instead of " + timeout);
        }
    }

    private void ownByGuard(LockGuard guard) {
        long entered = cell.enter(began);
        try {
            if (guard.ownerDied()) {
                repair(entered);
                guard.markConsistent();
            }
            transfer(guard.fencingToken());
        } catch (Throwable failure) {
            freeze(failure);
        }
    }

    /** After an owner's death {@link #repair(LockGuard)} has run already. */
    private void ownByLock() {
        cell.enter(began);
        // A nested acquisition knows the token of the outer one.
        try (LockGuard guard = mutex.acquire()) {
            transfer(guard.fencingToken());
        } catch (Throwable failure) {
            freeze(failure);
        }
    }

    /** What the plain lock methods call after an owner's death. */
    private void repair(LockGuard guard) {
        try {
            repair(cell.enter(began));
        } catch (Throwable failure) {
            freeze(failure);
        }
    }

    private void repair(long entered) {
        Mark dead = ledger.takeOver(mark);
        long threadDiedAt = dead == null ? 0 : stats.takeDeath(dead);
        ledger.recoveries().append(new Recovery(dead, mark, began, entered, threadDiedAt));
        if (dead != null && threadDiedAt == 0 && stats.isAlive(dead.worker())) {
            throw new Violation(mark + " was told of the death of an owner, but " + dead + " is inside and alive");
        }
        ledger.rollForward(mark);
    }

    private void transfer(long token) {
        int from = random.nextInt(Ledger.ACCOUNTS);
        int to = (from + 1 + random.nextInt(Ledger.ACCOUNTS - 1)) % Ledger.ACCOUNTS;
        ledger.transfer(mark, token, from, to, 1 + random.nextInt(1000), holdNanos());
        cell.leave();
    }

    /** Now and then an owner sleeps while it holds the lock, which makes the waiters sleep, too. */
    private long holdNanos() {
        return random.nextInt(soak ? SOAK_HOLD_SHARE : HOLD_SHARE) == 0 ? random.nextInt(LONGEST_HOLD_NANOS) : 0;
    }

    private void rest() {
        if (random.nextInt(soak ? SOAK_REST_SHARE : REST_SHARE) == 0) {
            LockSupport.parkNanos(random.nextInt(1_000_000));
        }
        for (int spins = random.nextInt(SPINS); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }

    /** Reports a failure and stays where it is, holding what it holds: the supervisor looks at the scene as it was. */
    private void freeze(Throwable failure) {
        row.fail(failure.toString());
        failure.printStackTrace();
        while (!stopped.getAsBoolean()) {
            LockSupport.parkNanos(100_000_000);
        }
        // Never let go of a lock in a state that is in doubt.
        Runtime.getRuntime().halt(Worker.FAILED);
    }
}
