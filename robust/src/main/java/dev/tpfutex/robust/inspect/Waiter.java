package dev.tpfutex.robust.inspect;

import java.time.Duration;
import java.util.Optional;

/**
 * One who waits for a lock. Immutable.
 *
 * @param tid of the waiting thread
 * @param task the thread; empty if the tid belongs to nobody
 * @param role in what way it waits
 * @param shared whether it wants to read, not to own
 * @param ticket of its place in the queue, 0 if it has none
 * @param waited how long; in the first second of a top waiter that has come through the queue, perhaps only since it is
 *     one. Empty for the upgradable reader in its first second: nobody writes that down
 */
public record Waiter(
        int tid, Optional<TaskSnapshot> task, Role role, boolean shared, int ticket, Optional<Duration> waited) {

    /** In what way somebody waits. */
    public enum Role {

        /** The top waiter: polls the lock's word, or sleeps until it is unlocked. */
        TOP,

        /** The upgradable reader, which wants to be the owner and waits for the other readers to leave. */
        UPGRADING,

        /** In the queue, and told that it is its turn to become the top waiter. */
        GRANTED,

        /** In the queue. */
        QUEUED
    }

    /** What it says of its wait for that lock, once that has lasted for a second. */
    Optional<LongWaiting> longWait(LockSnapshot lock) {
        return task.flatMap(waiter -> waiter.longWaitFor(lock.index()));
    }

    /** Whether it lives. */
    public LifeState state() {
        return task.map(TaskSnapshot::state).orElse(LifeState.UNKNOWN);
    }
}
