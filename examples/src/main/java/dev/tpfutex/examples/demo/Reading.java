package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.ReadGuard;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Takes the read lock in all the ways there are, and looks at the ledger each time. */
final class Reading {

    private static final int LONGEST_TIMEOUT_MILLIS = 20;

    private final Station station;
    private final ThreadCell cell;
    private final Random random;
    private final Looking looking;
    private final SideChange change;
    private final SharedReadLock readers;
    private final SharedReadLock upgradable;

    /** When the present attempt to get the lock began. */
    private long began;

    /** @param writing by the same thread, under the same lock */
    Reading(Station station, SharedReadWriteLock lock, Writing writing) {
        this.station = station;
        this.cell = station.cell();
        this.random = station.random();
        this.looking = new Looking(station);
        this.change = new SideChange(station, lock, looking, writing);
        this.readers = lock.readLock();
        this.upgradable = lock.upgradableLock();
    }

    /** Looks at the ledger, or gives up. Now and then changes sides. */
    void operate() throws InterruptedException {
        int way = random.nextInt(100);
        if (way < 96) {
            read(way);
        } else if (way < 98) {
            change.upgrade();
        } else if (way < 99) {
            change.upgradeWithin(randomTimeout());
        } else {
            change.downgrade();
        }
    }

    private void read(int way) throws InterruptedException {
        began = cell.beginWait(Side.READER);
        if (way < 40) {
            byGuard();
        } else if (way < 65) {
            byLock();
        } else if (way < 75) {
            byTimedGuard(randomTimeout());
        } else if (way < 80) {
            byTimedLock(randomTimeout());
        } else {
            byTry();
        }
    }

    private Duration randomTimeout() {
        return Duration.ofMillis(random.nextInt(LONGEST_TIMEOUT_MILLIS));
    }

    /** Ends while it reads, upgradably or not. */
    void dieInside() {
        began = cell.beginWait(Side.READER);
        (random.nextBoolean() ? readers : upgradable).lock();
        cell.enter(began);
        looking.twice();
        cell.dieReading();
    }

    private void byGuard() {
        try (ReadGuard _ = readers.acquire()) {
            look();
        }
    }

    private void byLock() {
        readers.lock();
        try {
            lookNested();
        } finally {
            readers.unlock();
        }
    }

    private void lookNested() {
        boolean nested = random.nextBoolean();
        if (nested && !readers.tryLock()) {
            throw station.freeze(new Violation(station.mark() + " reads, but cannot read once more"));
        }
        look();
        if (nested) {
            readers.unlock();
        }
    }

    private void byTimedGuard(Duration timeout) throws InterruptedException {
        try (ReadGuard _ = readers.acquire(timeout)) {
            look();
        } catch (LockTimeoutException late) {
            station.miss(began, timeout);
        }
    }

    private void byTimedLock(Duration timeout) throws InterruptedException {
        if (!readers.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            station.miss(began, timeout);
            return;
        }
        try {
            look();
        } finally {
            readers.unlock();
        }
    }

    private void byTry() {
        readers.tryAcquire().ifPresentOrElse(guard -> {
            try (guard) {
                look();
            }
        }, () -> station.miss(began, Duration.ZERO));
    }

    private void look() {
        cell.enter(began);
        looking.twice();
        cell.leave();
    }
}
