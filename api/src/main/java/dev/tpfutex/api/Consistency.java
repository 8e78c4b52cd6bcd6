package dev.tpfutex.api;

/**
 * Whether what a mutex or reader-writer lock protects can be trusted. These are the states of a POSIX robust mutex
 * ({@code pthread_mutexattr_setrobust(3)}, {@code pthread_mutex_consistent(3)}):
 *
 * <pre>
 *                    owner dies                 owner unlocks without markConsistent()
 *     CONSISTENT ─────────────────▶ OWNER_DIED ─────────────────────────────────────────▶ NOT_RECOVERABLE
 *         ▲                             │                                                       │
 *         └──────── markConsistent() ───┘                                                       │
 *         └───────────────────────────────── reset() ───────────────────────────────────────────┘
 * </pre>
 */
public enum Consistency {

    /** No owner has died since the state was last found good. */
    CONSISTENT,

    /**
     * An owner died inside its critical section, and nobody has called {@link LockGuard#markConsistent()} yet: either
     * the next owner is still to come and will be told, or it has been told and is at work. What the lock protects
     * may be half-changed.
     */
    OWNER_DIED,

    /**
     * An owner was told of a death and released the lock without marking it consistent. Every attempt to acquire it
     * throws {@link NotRecoverableException} until {@link SharedMutex#reset()}.
     */
    NOT_RECOVERABLE
}
