package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.Holder;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.mapped.MappedPort;
import java.util.Optional;

/** A {@link SharedReadWriteLock}: a mutex for its writers, and two ways to read under the same record. */
public final class RobustReadWriteLock implements SharedReadWriteLock {

    private final ReadWriteOptions options;
    private final RobustMutex writers;
    private final RobustReadLock readers;
    private final RobustReadLock upgradable;

    /**
     * A handle.
     *
     * @param writers on the same lock; its recovery handler serves readers too
     * @param options what to say that the lock is
     */
    public RobustReadWriteLock(
            MutexContext space, RobustMutex writers, Lock lock, TpFutex futex, ReadWriteOptions options) {
        this.options = options;
        this.writers = writers;
        this.readers = space.port() == MappedPort.first()
                ? new FirstSpaceReadLock(space, writers, lock, futex)
                : new RobustReadLock(space, writers, lock, futex);
        this.upgradable = new UpgradableReadLock(space, writers, lock, futex);
    }

    @Override
    public String name() {
        return writers.name();
    }

    @Override
    public SharedReadLock readLock() {
        return readers;
    }

    @Override
    public SharedMutex writeLock() {
        return writers;
    }

    @Override
    public SharedReadLock upgradableLock() {
        return upgradable;
    }

    @Override
    public ReadWriteOptions options() {
        return options;
    }

    @Override
    public int readers() {
        return writers.look(writers.view()::readers);
    }

    @Override
    public Optional<Holder> reader() {
        return writers.look(writers.view()::reader);
    }

    @Override
    public String toString() {
        return "SharedReadWriteLock[" + writers.named().as(LockKind.READ_WRITE_LOCK).describe() + "]";
    }
}
