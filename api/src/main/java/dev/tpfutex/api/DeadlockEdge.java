package dev.tpfutex.api;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * A part of a deadlock: one thread waits for a lock that another has. The thread that has it waits in the next edge, and
 * the one of the last edge in the first. Immutable.
 *
 * @param lock name of the lock
 * @param waiterPid process id of the waiting thread's JVM, in that process's pid namespace
 * @param waiterThread name of the waiting thread, cut to 124 bytes
 * @param waited how long it has waited, by the monotonic clock
 * @param how why that one has to go first
 * @param holder who has the lock, or is to have it before the waiter; since when is known of owners only
 */
public record DeadlockEdge(
        String lock, long waiterPid, String waiterThread, Duration waited, How how, Holder holder)
        implements
            Serializable {

    /** Why a waiter has to wait for another thread. */
    public enum How {

        /** That one owns the lock. */
        OWNS,

        /** That one reads, and the waiter wants to write; or both want to be the upgradable reader. */
        READS,

        /** That one waits to write while others read, and the waiter, who wants to read, comes after it. */
        GOES_FIRST
    }

    /** Checks that nothing is {@code null}. */
    public DeadlockEdge {
        Objects.requireNonNull(lock, "lock");
        Objects.requireNonNull(waiterThread, "waiterThread");
        Objects.requireNonNull(waited, "waited");
        Objects.requireNonNull(how, "how");
        Objects.requireNonNull(holder, "holder");
    }

    /**
     * The edge in words.
     *
     * @return for example {@code pid 4711, thread "matcher-2", has waited for 1250 ms for "book", which is held by pid 4712, thread
     *     "main", since 2026-01-31T08:15:30.250Z (held for 2500 ms)}
     */
    public String describe() {
        return Messages.edge(this);
    }
}
