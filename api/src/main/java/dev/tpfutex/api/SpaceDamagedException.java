package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What the file of an open space says about a lock contradicts itself: something else than this library has written to
 * it. Nobody can tell which lock has the name, and a second one of that name would not exclude those who use the first.
 * Stop all users of the space and delete the file. The log says which bytes are concerned.
 */
public final class SpaceDamagedException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param lock name of the lock
     */
    public SpaceDamagedException(Path space, String lock) {
        super(space, Messages.damaged(space, lock), null);
        this.lock = Objects.requireNonNull(lock, "lock");
    }

    /**
     * Which lock.
     *
     * @return its name, as it was asked for
     */
    public String lock() {
        return lock;
    }
}
