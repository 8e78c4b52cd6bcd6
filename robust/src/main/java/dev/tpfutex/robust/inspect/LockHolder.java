package dev.tpfutex.robust.inspect;

import java.time.Duration;
import java.util.Optional;

/**
 * One who has a lock: its owner, or one of its readers. Immutable.
 *
 * @param tid as in the lock's word, or as shown by the reader
 * @param task the thread; empty if the tid belongs to nobody
 * @param shared whether it reads, and does not own
 * @param heldFor how long it has been the owner; empty if that is not written down: always for readers, and for about a
 *     quarter of a second for an owner that did not have to wait
 */
public record LockHolder(int tid, Optional<TaskSnapshot> task, boolean shared, Optional<Duration> heldFor) {

    /** Whether it lives. */
    public LifeState state() {
        return task.map(TaskSnapshot::state).orElse(LifeState.UNKNOWN);
    }
}
