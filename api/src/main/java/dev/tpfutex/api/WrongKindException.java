package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/** The name belongs to a lock of another kind, or to a reader-writer lock with other options than were asked for. */
public final class WrongKindException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;
    private final String wanted;
    private final String found;

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @param wanted what was asked for, in words, for example {@code mutex}
     * @param found what it is, in words
     */
    public WrongKindException(Path space, String lock, String wanted, String found) {
        super(space, Messages.wrongKind(space, lock, wanted, found), null);
        this.lock = Objects.requireNonNull(lock, "lock");
        this.wanted = Objects.requireNonNull(wanted, "wanted");
        this.found = Objects.requireNonNull(found, "found");
    }

    /**
     * Which lock.
     *
     * @return its name
     */
    public String lock() {
        return lock;
    }

    /**
     * What was asked for.
     *
     * @return the kind in words
     */
    public String wanted() {
        return wanted;
    }

    /**
     * What the lock is.
     *
     * @return the kind in words
     */
    public String found() {
        return found;
    }
}
