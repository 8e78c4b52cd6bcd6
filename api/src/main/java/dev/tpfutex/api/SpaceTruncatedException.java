package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;

/**
 * Somebody has shortened the file of an open space: part of what the locks live in is gone, and with it who holds what.
 * Nothing can be locked or unlocked in it any more. Stop all users of the space, delete the file, and look after what
 * the locks protect.
 */
public final class SpaceTruncatedException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param cause what the JVM made of the access to memory that is no longer there
     */
    public SpaceTruncatedException(Path space, Throwable cause) {
        super(space, Messages.truncated(space), cause);
    }
}
