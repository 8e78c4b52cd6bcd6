package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.mapped.MappedPort;

/**
 * A mutex of the first space of this JVM. Its class tells the compiler which port it has, and so where the memory is;
 * and the class of a mutex is looked at in any case where one is called through {@code SharedMutex}.
 */
final class FirstSpaceMutex extends RobustMutex {

    FirstSpaceMutex(MutexContext space, NamedLock named, Lock lock, TpFutex futex, RecoveryHandler handler) {
        super(space, named, lock, futex, handler);
    }

    @Override
    protected Port port() {
        return MappedPort.first();
    }
}
