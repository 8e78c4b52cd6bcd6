package dev.tpfutex.bench.lock;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.SpaceOptions;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** TP: ours, used as anybody would. */
final class TpRwLock implements TestedRwLock {

    private final Path file;
    private final SharedMutex writers;
    private final SharedReadLock readers;

    TpRwLock(Path file, ReadWriteOptions.Preference preference) {
        this.file = file;
        SharedReadWriteLock lock = LockSpace.open(file, SpaceOptions.defaults().withoutDaemon())
                .rwLock("bench", ReadWriteOptions.defaults().preference(preference));
        writers = lock.writeLock();
        readers = lock.readLock();
    }

    @Override
    public void lock(Tally tally) {
        writers.lock();
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        try {
            return writers.tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    @Override
    public void unlock(Tally tally) {
        writers.unlock();
    }

    @Override
    public void lockShared(Tally tally) {
        readers.lock();
    }

    @Override
    public boolean lockShared(Tally tally, long nanos) {
        try {
            return readers.tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    @Override
    public void unlockShared(Tally tally) {
        readers.unlock();
    }

    @Override
    public void addTo(Tally total) {
        SpaceCounters.add(writers.statistics(), total);
        SpaceCounters.of(file).addTo(total);
    }

    @Override
    public long residue() {
        return SpaceCounters.of(file).words();
    }
}
