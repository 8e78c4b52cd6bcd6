package dev.tpfutex.robust.monitor;

import java.util.Objects;
import java.util.Optional;

/**
 * An owner that died inside its critical section.
 *
 * @param lock name of the lock
 * @param owner who died; empty if the file does not say any more
 */
public record OwnerDeath(String lock, Optional<LockThread> owner) {

    /** Checks that nothing is {@code null}. */
    public OwnerDeath {
        Objects.requireNonNull(lock, "lock");
        Objects.requireNonNull(owner, "owner");
    }
}
