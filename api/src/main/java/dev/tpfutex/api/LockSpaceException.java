package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What all failures of a lock space have in common: the file. Unchecked, since most programs cannot go on without
 * their locks. The message names the file, the lock and its holder where there is one, and says what to do.
 */
public abstract class LockSpaceException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String space;

    /**
     * For the subclasses.
     *
     * @param space path of the space
     * @param message the whole message
     * @param cause may be {@code null}
     */
    protected LockSpaceException(Path space, String message, Throwable cause) {
        super(message, cause);
        this.space = Objects.requireNonNull(space, "space").toString();
    }

    /**
     * Which lock space.
     *
     * @return absolute path of the file
     */
    public final Path space() {
        return Path.of(space);
    }
}
