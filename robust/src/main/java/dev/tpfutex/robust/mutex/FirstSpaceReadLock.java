package dev.tpfutex.robust.mutex;

import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.mapped.MappedPort;

/** A read lock of the first space of this JVM, see {@link FirstSpaceMutex}. */
final class FirstSpaceReadLock extends RobustReadLock {

    FirstSpaceReadLock(MutexContext space, RobustMutex writers, Lock lock, TpFutex futex) {
        super(space, writers, lock, futex);
    }

    @Override
    protected Port port() {
        return MappedPort.first();
    }
}
