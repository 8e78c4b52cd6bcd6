package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The lock is {@link Consistency#NOT_RECOVERABLE}: an owner died, and the one that was told released it without
 * {@link LockGuard#markConsistent()}. The caller does not hold the lock. Thrown by every way to acquire it, to those
 * who were waiting already as well, until {@link SharedMutex#reset()} (POSIX: {@code ENOTRECOVERABLE}).
 */
public final class NotRecoverableException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param lock name of the lock
     */
    public NotRecoverableException(Path space, String lock) {
        super(space, Messages.notRecoverable(space, lock), null);
        this.lock = Objects.requireNonNull(lock, "lock");
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
