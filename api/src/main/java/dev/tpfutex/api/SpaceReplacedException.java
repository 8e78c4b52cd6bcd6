package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;

/**
 * The file of an open space was deleted, or deleted and created anew. Two processes might then hold "the same" lock,
 * one in each file, so the space refuses to go on: close it and open the path again. Locks already held can be
 * released.
 */
public final class SpaceReplacedException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    /**
     * For implementations.
     *
     * @param space path of the space
     */
    public SpaceReplacedException(Path space) {
        super(space, Messages.replaced(space), null);
    }
}
