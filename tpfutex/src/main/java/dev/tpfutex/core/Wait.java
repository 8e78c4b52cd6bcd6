package dev.tpfutex.core;

/** One call's wait for a lock: what was asked for, and what has become of it so far. Used by one thread. */
final class Wait {

    private final Task task;
    private final Lock lock;
    private final Hold reader;
    private final boolean upgradable;
    private final boolean userspace;
    private final long deadline;
    private final boolean interruptible;
    private int sleeps;
    private boolean disbanded;
    private int ticket;
    private long enqueued;

    private Wait(Task task, Lock lock, Hold reader, boolean upgradable, boolean userspace, long deadline,
            boolean interruptible) {
        this.task = task;
        this.lock = lock;
        this.reader = reader;
        this.upgradable = upgradable;
        this.userspace = userspace;
        this.deadline = deadline;
        this.interruptible = interruptible;
    }

    /** To own the lock. */
    static Wait exclusive(Task task, Lock lock, boolean userspace, long deadline, boolean interruptible) {
        return new Wait(task, lock, null, false, userspace, deadline, interruptible);
    }

    /** To be one of its readers. */
    static Wait shared(Hold hold, Lock lock, long deadline, boolean interruptible) {
        return new Wait(hold.task(), lock, hold, false, false, deadline, interruptible);
    }

    /** To be the one of its readers that may become the owner. */
    static Wait upgradable(Hold hold, Lock lock, long deadline, boolean interruptible) {
        return new Wait(hold.task(), lock, hold, true, false, deadline, interruptible);
    }

    Task task() {
        return task;
    }

    Lock lock() {
        return lock;
    }

    /** With what to join the readers; null for one who wants to own the lock. */
    Hold reader() {
        return reader;
    }

    boolean isShared() {
        return reader != null;
    }

    /** Whether it may join the readers out of turn: it needs neither the role nor, without an entry, the lock itself. */
    boolean mayJoin() {
        return isShared() && !upgradable && reader.hasEntry();
    }

    /** Whether it keeps the role of the top waiter once it has the lock. */
    boolean isUpgradable() {
        return upgradable;
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

    /** Whether a group of readers that it was let in with broke up before it came. */
    boolean isDisbanded() {
        return disbanded;
    }

    void disband() {
        disbanded = true;
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

    /** Why to give up at {@code now}: ETIMEDOUT, EINTR, ECANCELED or 0. */
    int reasonToStop(Port port, long now) {
        if (interruptible && port.interrupted()) {
            return Errno.EINTR.result();
        }
        if (task.isToGiveUp(now)) {
            return Errno.ECANCELED.result();
        }
        return remaining(now) <= 0 ? Errno.ETIMEDOUT.result() : 0;
    }

    /**
     * Sleeps on the task's park word, at most {@code bound} nanoseconds, never past the deadline, and not past the end
     * of the thread of {@code other} if that is not null.
     */
    void park(Port port, long now, long bound, LifeWatch other) {
        long nanos = Math.min(bound, remaining(now));
        if (nanos > 0) {
            Parker.park(port, task, nanos, interruptible, other);
            slept();
        }
    }
}
