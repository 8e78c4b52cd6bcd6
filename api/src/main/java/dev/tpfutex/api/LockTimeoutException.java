package dev.tpfutex.api;

import dev.tpfutex.api.spi.Holding;
import dev.tpfutex.api.spi.NamedLock;
import java.io.Serial;
import java.time.Duration;
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
    private final int readers;
    private final Duration waited;
    private final int queueLength;

    /**
     * For implementations.
     *
     * @param lock which lock
     * @param found who has it now
     * @param waited how long the caller waited
     * @param queueLength how many threads of all processes wait for it still
     */
    public LockTimeoutException(NamedLock lock, Holding found, Duration waited, int queueLength) {
        super(lock.space(), Messages.timeout(lock, found, waited, queueLength), null);
        this.lock = lock.name();
        this.holder = found.holder().orElse(null);
        this.readers = found.readers();
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
     * Who held the lock just after the time was up: its owner or, if {@link #readers()} had it, one of them. Since when
     * a reader reads is not known.
     *
     * @return the holder, or empty if the lock had none in the moment it was looked at
     */
    public Optional<Holder> holder() {
        return Optional.ofNullable(holder);
    }

    /**
     * How many threads of all processes were reading under the lock just after the time was up.
     *
     * @return 0 if it had an owner, or nobody had it; always 0 for a mutex
     */
    public int readers() {
        return readers;
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
