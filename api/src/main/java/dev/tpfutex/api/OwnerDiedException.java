package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/**
 * An owner died inside its critical section, and the plain {@link java.util.concurrent.locks.Lock} method that was
 * called has no way to hand that on: no {@link RecoveryHandler} was given, or it threw (then it is the
 * {@linkplain #getCause() cause}). The caller does not hold the lock, and the mark stays for whoever can repair.
 */
public final class OwnerDiedException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @param cause what the recovery handler threw, or {@code null} if there was no handler
     */
    public OwnerDiedException(Path space, String lock, Throwable cause) {
        super(space, Messages.ownerDied(space, lock, cause), cause);
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
