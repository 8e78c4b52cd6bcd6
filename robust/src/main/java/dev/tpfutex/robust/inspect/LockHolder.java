package dev.tpfutex.robust.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One who has a lock: its owner, or one of its readers. Immutable.
 *
 * @param tid as in the lock's word, or as shown by the reader
 * @param task the thread; empty if the tid belongs to nobody
 * @param shared whether it reads, and does not own
 * @param since when it became the owner, by the wall clock at the time of the snapshot; empty if that is not written down:
 *     always for readers, and for about a quarter of a second for an owner that did not have to wait
 * @param heldFor how long it had been the owner at the time of the snapshot; empty as {@code since}
 */
public record LockHolder(
        int tid, Optional<TaskSnapshot> task, boolean shared, Optional<Instant> since, Optional<Duration> heldFor) {

    /** Whether it lives. */
    public LifeState state() {
        return task.map(TaskSnapshot::state).orElse(LifeState.UNKNOWN);
    }
}
