package dev.tpfutex.api;

import dev.tpfutex.api.spi.NamedLock;
import java.io.Serial;

/**
 * An owner died inside its critical section, and the method that was called has no way to hand that on: a plain
 * {@link java.util.concurrent.locks.Lock} method of a mutex or write lock, or any method of a read lock. No
 * {@link RecoveryHandler} was given, or it threw (then what it threw is the {@linkplain #getCause() cause}). The caller does
 * not hold the lock, and the mark stays for whoever can repair: {@link SharedMutex#acquire()} of the mutex or write lock
 * tells it.
 */
public final class OwnerDiedException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;

    /**
     * For implementations.
     *
     * @param lock which lock, as what it was asked for
     * @param cause what the recovery handler threw, or {@code null} if there was no handler
     */
    public OwnerDiedException(NamedLock lock, Throwable cause) {
        super(lock.space(), Messages.ownerDied(lock, cause), cause);
        this.lock = lock.name();
    }

    /**
     * Which lock.
     *
     * @return its name
     */
    public String lock() {
        return lock;
    }
}
