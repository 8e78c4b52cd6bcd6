package dev.tpfutex.robust.monitor;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockStatistics;
import java.util.Objects;

/**
 * One lock at one time.
 *
 * @param index its number in the space
 * @param name its name
 * @param readWrite whether it is a reader-writer lock: then the counts of steals and top waits include readers, and
 *     what readers do on the fast path counts nowhere
 * @param waiters how many threads wait: the top waiter, and those in the queue
 * @param consistency whether what it protects can be trusted
 * @param counts what has happened to it so far
 */
public record LockReading(
        int index, String name, boolean readWrite, int waiters, Consistency consistency, LockStatistics counts) {

    /** Checks that nothing is {@code null}. */
    public LockReading {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(consistency, "consistency");
        Objects.requireNonNull(counts, "counts");
    }
}
