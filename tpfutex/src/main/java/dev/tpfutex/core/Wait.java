package dev.tpfutex.core;

/** One call's wait for a lock: what was asked for, and what has become of it so far. Used by one thread. */
final class Wait {

    private final Task task;
    private final Lock lock;
    private final boolean userspace;
    private final long deadline;
    private final boolean interruptible;
    private int sleeps;
    private int ticket;
    private long enqueued;

    Wait(Task task, Lock lock, boolean userspace, long deadline, boolean interruptible) {
        this.task = task;
        this.lock = lock;
        this.userspace = userspace;
        this.deadline = deadline;
        this.interruptible = interruptible;
    }

    Task task() {
        return task;
    }

    Lock lock() {
        return lock;
    }

    /** Whether a free word is to be left to the caller. */
    boolean userspace() {
        return userspace;
    }

    boolean interruptible() {
        return interruptible;
    }

    int sleeps() {
        return sleeps;
    }

    void slept() {
        sleeps++;
    }

    int ticket() {
        return ticket;
    }

    void ticket(int value) {
        ticket = value;
    }

    /** When it first queued up, which is what its place depends on; 0 = not yet. */
    long enqueued() {
        return enqueued;
    }

    void enqueued(long now) {
        enqueued = now;
    }

    /** Nanoseconds left at {@code now}: {@link Long#MAX_VALUE} for ever, 0 or less when the time is up. */
    long remaining(long now) {
        return deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - now;
    }

    /** Why to give up at {@code now}: ETIMEDOUT, EINTR or 0. */
    int reasonToStop(Port port, long now) {
        if (interruptible && port.interrupted()) {
            return Errno.EINTR.result();
        }
        return remaining(now) <= 0 ? Errno.ETIMEDOUT.result() : 0;
    }

    /** Sleeps on the task's park word, at most {@code bound} nanoseconds and never past the deadline. */
    void park(Port port, long now, long bound) {
        park(port, now, bound, null);
    }

    /** Sleeps as above, and not past the end of the thread of {@code owner}. */
    void park(Port port, long now, long bound, LifeWatch owner) {
        long nanos = Math.min(bound, remaining(now));
        if (nanos > 0) {
            Parker.park(port, task, nanos, interruptible, owner);
            slept();
        }
    }
}
