package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.ReadGuard;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.examples.demo.Ledger.Sight;
import java.time.Duration;

/** A reader becomes the writer, or the writer a reader, with nobody between the two. */
final class SideChange {

    private final Station station;
    private final ThreadCell cell;
    private final Looking looking;
    private final Writing writing;
    private final SharedMutex writers;
    private final SharedReadLock readers;
    private final SharedReadLock upgradable;

    SideChange(Station station, SharedReadWriteLock lock, Looking looking, Writing writing) {
        this.station = station;
        this.cell = station.cell();
        this.looking = looking;
        this.writing = writing;
        this.writers = lock.writeLock();
        this.readers = lock.readLock();
        this.upgradable = lock.upgradableLock();
    }

    /** Reads, writes, and reads. */
    void upgrade() {
        long began = cell.beginWait(Side.READER);
        try (ReadGuard _ = upgradable.acquire()) {
            cell.enter(began);
            Sight before = looking.twice();
            long asked = askToWrite();
            try (LockGuard owner = writers.acquire()) {
                write(owner, asked, before);
            }
            goOnReading();
        }
    }

    /** As {@link #upgrade}, but if it takes too long only reads. */
    void upgradeWithin(Duration timeout) throws InterruptedException {
        long began = cell.beginWait(Side.READER);
        try (ReadGuard _ = upgradable.acquire(timeout)) {
            cell.enter(began);
            Sight before = looking.twice();
            long asked = askToWrite();
            try (LockGuard owner = writers.acquire(timeout)) {
                write(owner, asked, before);
            } catch (LockTimeoutException late) {
                station.miss(asked, timeout);
                looking.again(before);
            }
            goOnReading();
        } catch (LockTimeoutException late) {
            station.miss(began, timeout);
        }
    }

    /** Writes, and reads what it has written. */
    void downgrade() {
        long began = cell.beginWait(Side.WRITER);
        try (LockGuard owner = writers.acquire()) {
            writing.own(owner, began);
            readers.lock();
        }
        try {
            goOnReading();
        } finally {
            readers.unlock();
        }
    }

    /** From now on the reader may become the owner at any moment. */
    private long askToWrite() {
        cell.stepOut();
        return cell.beginWait(Side.WRITER);
    }

    private void write(LockGuard owner, long asked, Sight before) {
        if (owner.ownerDied()) {
            throw station.freeze(new Violation(station.mark()
                    + " was a reader, and as it became the owner it was told of an owner's death"));
        }
        looking.again(before);
        writing.own(owner, asked);
    }

    private void goOnReading() {
        cell.goOnReading();
        looking.twice();
        cell.leave();
    }
}
