package dev.tpfutex.api.spi;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Which lock a message is about.
 *
 * @param space path of the space
 * @param kind as what it is or was to be held
 * @param name of the lock
 */
public record NamedLock(Path space, LockKind kind, String name) {

    /** Checks that nothing is {@code null}. */
    public NamedLock {
        Objects.requireNonNull(space, "space");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(name, "name");
    }

    /**
     * The same lock as another kind: another side of a reader-writer lock.
     *
     * @param other the kind
     * @return a changed copy
     */
    public NamedLock as(LockKind other) {
        return new NamedLock(space, other, name);
    }

    /**
     * The lock in words, without an article.
     *
     * @return for example {@code write lock of "book" in lock space /dev/shm/orders.tpf}
     */
    public String describe() {
        return kind.of(name) + " in lock space " + space;
    }
}
