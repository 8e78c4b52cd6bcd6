package dev.tpfutex.api;

import dev.tpfutex.api.spi.NamedLock;
import java.io.Serial;
import java.time.Duration;
import java.util.List;

/**
 * The wait was part of a deadlock, and was chosen to end so that the others can go on: threads wait for each other in a
 * circle. Only thrown where {@link SpaceOptions#breakDeadlocks(boolean)} was asked for, by any method that waits. The
 * caller does not hold the lock (or not once more than before), and waits for it no longer; what it held before it still
 * holds, and the others wait for that: it is to release it, and to begin anew.
 *
 * <p>Source of the idea: the wait/wound mutexes of the Linux kernel, which tell one of those in a deadlock to back off
 * ({@code EDEADLK}); the youngest, as many a database does.
 */
public final class DeadlockException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;
    private final DeadlockEdge[] edges;
    private final Duration waited;

    /**
     * For implementations.
     *
     * @param lock which lock, as what it was asked for
     * @param edges who waited for whom
     * @param waited how long the caller waited
     */
    public DeadlockException(NamedLock lock, List<DeadlockEdge> edges, Duration waited) {
        super(lock.space(), Messages.deadlock(lock, edges, waited), null);
        this.lock = lock.name();
        this.edges = edges.toArray(DeadlockEdge[]::new);
        this.waited = waited;
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
     * Who waited for whom, just before the caller gave up.
     *
     * @return two edges or more, the caller's own wait first
     */
    public List<DeadlockEdge> edges() {
        return List.of(edges);
    }

    /**
     * How long the caller waited, by the monotonic clock.
     *
     * @return more than a second
     */
    public Duration waited() {
        return waited;
    }
}
