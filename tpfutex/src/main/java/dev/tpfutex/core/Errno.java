package dev.tpfutex.core;

/**
 * The errors of the futex calls, with Linux's numbers. A call returns them negated, as a system call does
 * inside the kernel, so that a result is one int and a contended acquisition allocates nothing.
 */
public enum Errno {

    /** Unlock by one who does not own the lock; nothing was changed. */
    EPERM(1),
    /** The wait was interrupted; the caller does not own the lock. */
    EINTR(4),
    /** The lock is free, or is held by another: lock it in the caller (TP futexes v6, patch 14). */
    EAGAIN(11),
    /** The lock is held by another and the caller asked not to wait. */
    EBUSY(16),
    /** The record is not a lock of this kind (TP futexes v6, patch 7). */
    EINVAL(22),
    /** The caller owns the lock already. */
    EDEADLK(35),
    /** The time is up; the caller does not own the lock. */
    ETIMEDOUT(110),
    /** The task was told to give up waiting ({@link Task#isToGiveUp}); the caller does not own the lock. */
    ECANCELED(125),
    /** An owner died, the next one unlocked without repairing; only a reset helps. */
    ENOTRECOVERABLE(131);

    private final int number;

    Errno(int number) {
        this.number = number;
    }

    /** Linux's number for this error, positive. */
    public int number() {
        return number;
    }

    /** What a call returns for this error. */
    public int result() {
        return -number;
    }

    /** Whether a call's result is this error. */
    public boolean is(int result) {
        return result == -number;
    }
}
