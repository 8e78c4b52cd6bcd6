package dev.tpfutex.bench.lock;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** TP: ours, used as anybody would. */
final class TpMutex implements TestedMutex {

    private final Path file;
    private final SharedMutex mutex;

    TpMutex(Path file, String name) {
        this.file = file;
        mutex = LockSpace.open(file, SpaceOptions.defaults().withoutDaemon()).mutex(name);
    }

    @Override
    public void lock(Tally tally) {
        mutex.lock();
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        try {
            return mutex.tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    @Override
    public void unlock(Tally tally) {
        mutex.unlock();
    }

    @Override
    public void addTo(Tally total) {
        SpaceCounters.add(mutex.statistics(), total);
        SpaceCounters.of(file).addTo(total);
    }

    @Override
    public long residue() {
        return SpaceCounters.of(file).words();
    }
}
