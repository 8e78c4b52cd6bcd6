package dev.tpfutex.api;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Who held a lock at the moment it was looked at. A snapshot: by the time it is read the lock may have changed hands.
 * It is read from shared memory that other processes write, hence it is for people and logs, not for decisions.
 *
 * @param pid process id of the holder's JVM, in the pid namespace of that JVM (a container has its own)
 * @param pidNamespace which namespace that is, as {@code lsns -t pid} shows it, if it is not that of the JVM that looked;
 *     otherwise 0
 * @param threadName name the holding thread had when it first used the space, cut to 124 bytes of UTF-8; may be empty
 * @param since when it became the owner, by today's wall clock; exact for an acquisition that had to wait, up to
 *     250 ms too late for one that did not, since the fast path reads no clock. A step of the wall clock moves it
 * @param heldFor how long it has been the owner, by the monotonic clock and so unmoved by steps of the wall clock;
 *     up to 250 ms too short for an acquisition that did not have to wait
 * @param alive whether the holder is alive as far as can be told; {@code false} for a dead one (a zombie is dead) whose
 *     lock has not been recovered yet. A stopped process is alive
 * @param stopped whether its process is stopped, by a signal or a debugger; {@code false} if that cannot be seen, as in
 *     another pid namespace
 */
public record Holder(
        long pid,
        long pidNamespace,
        String threadName,
        Instant since,
        Duration heldFor,
        boolean alive,
        boolean stopped)
        implements
            Serializable {

    /** Checks that nothing is {@code null}. */
    public Holder {
        Objects.requireNonNull(threadName, "threadName");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(heldFor, "heldFor");
    }

    /**
     * A holder in the pid namespace of the JVM that looked, not stopped.
     *
     * @param pid process id of the holder's JVM
     * @param threadName name of the holding thread
     * @param since when it became the owner
     * @param heldFor how long it has been the owner
     * @param alive whether it is alive as far as can be told
     */
    public Holder(long pid, String threadName, Instant since, Duration heldFor, boolean alive) {
        this(pid, 0, threadName, since, heldFor, alive, false);
    }

    /**
     * The holder in words, as the exceptions of this package name it, for example
     * {@code pid 4711, thread "matcher-2", since 2026-01-31T08:15:30.250Z (held for 1250 ms)}.
     *
     * @return one line, with {@code , dead} at the end when the holder is not alive, {@code , stopped} when it is stopped
     */
    public String describe() {
        return Messages.holder(this);
    }

    /**
     * The holder in words, but for the time: for a reader, of which nobody writes down since when it reads.
     *
     * @return for example {@code pid 4711, thread "matcher-2"}; ends as {@link #describe()} does
     */
    public String describeThread() {
        return Messages.thread(this) + Messages.state(this);
    }
}
