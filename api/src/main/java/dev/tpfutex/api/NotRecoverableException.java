package dev.tpfutex.api;

import dev.tpfutex.api.spi.NamedLock;
import java.io.Serial;

/**
 * The lock is {@link Consistency#NOT_RECOVERABLE}: an owner died, and the one that was told released it without
 * {@link LockGuard#markConsistent()}. The caller does not hold the lock. Thrown by every way to acquire it, to those
 * who were waiting already as well, until {@link SharedMutex#reset()} (POSIX: {@code ENOTRECOVERABLE}); and by the release
 * that makes a reader-writer lock so, if the one that was told wanted to go on as a reader.
 */
public final class NotRecoverableException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;

    /**
     * For implementations.
     *
     * @param lock which lock, as what it was asked for
     */
    public NotRecoverableException(NamedLock lock) {
        super(lock.space(), Messages.notRecoverable(lock), null);
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
