package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The lock did not become ours in the given time. Never thrown early, and never without an honest attempt after the
 * time was up. The caller does not hold the lock (or not once more than before), and waits for it no longer.
 */
public final class LockTimeoutException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final String lock;
    private final Holder holder;
    private final Duration waited;
    private final int queueLength;

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param lock name of the lock
     * @param holder who holds it now, empty if that could not be seen
     * @param waited how long the caller waited
     * @param queueLength how many threads of all processes wait for it still
     */
    public LockTimeoutException(Path space, String lock, Optional<Holder> holder, Duration waited, int queueLength) {
        super(space, Messages.timeout(space, lock, holder, waited, queueLength), null);
        this.lock = Objects.requireNonNull(lock, "lock");
        this.holder = holder.orElse(null);
        this.waited = waited;
        this.queueLength = queueLength;
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
     * Who held the lock just after the time was up.
     *
     * @return the holder, or empty if the lock had none in the moment it was looked at
     */
    public Optional<Holder> holder() {
        return Optional.ofNullable(holder);
    }

    /**
     * How long the caller waited, by the monotonic clock.
     *
     * @return at least the timeout that was asked for
     */
    public Duration waited() {
        return waited;
    }

    /**
     * How many threads of all processes were waiting for the lock when this one gave up, itself not counted.
     *
     * @return 0 or more
     */
    public int queueLength() {
        return queueLength;
    }
}
