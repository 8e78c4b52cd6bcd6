package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/**
 * A reentrant, robust mutex on one TP-futex: the part that the seeds leave to user space. The fast paths
 * make no call, allocate nothing and touch one shared line, the lock's first.
 *
 * <p>Results are a {@link Status} or a negated {@link Errno}. Thread-safe: each thread comes with its own
 * {@link Task}. Everything before an unlock happens-before everything after the next lock, in whichever
 * process.
 */
public final class FutexMutex {

    private final Port port;
    private final TpFutex futex;
    private final Lock lock;
    private final int index;
    private final long word;

    public FutexMutex(Port port, TpFutex futex, Lock lock) {
        this.port = port;
        this.futex = futex;
        this.lock = lock;
        this.index = lock.index();
        this.word = lock.word();
    }

    /**
     * Locks, waiting if need be.
     *
     * @param deadline {@link Port#nanoTime} at which to give up; {@link Long#MAX_VALUE} for never
     * @return a status, or ETIMEDOUT, EINTR, ENOTRECOVERABLE, EINVAL
     */
    public int lock(Task task, long deadline, boolean interruptible) {
        task.prepare(index);
        return takeFree(task) ? Status.FAST : lockContended(task, deadline, interruptible);
    }

    /** Locks if that needs no waiting: a status, or EBUSY, ENOTRECOVERABLE, EINVAL. */
    public int tryLock(Task task) {
        task.prepare(index);
        if (takeFree(task)) {
            return Status.FAST;
        }
        return task.holds(index) > 0 ? relock(task) : finish(task, futex.tryLock(task, lock));
    }

    /** Takes back one hold: how many threads were woken, or EPERM and nothing has changed. */
    public int unlock(Task task) {
        if (task.holds(index) != 1) {
            return unlockNested(task);
        }
        long mine = task.heldWord(index);
        task.released(index);
        if (port.compareAndSetLong(word, mine, FutexWord.left(mine, 0))) {
            return 0;
        }
        return unlockContended(task);
    }

    /**
     * Gives the lock back as one who was told of an owner's death and cannot repair: the mark stays for the
     * next owner. All holds end.
     */
    public int unlockUnrepaired(Task task) {
        if (task.holds(index) == 0) {
            return Errno.EPERM.result();
        }
        task.released(index);
        return futex.unlock(task, lock);
    }

    /** What the lock protects is in order again; only for its owner. */
    public void markConsistent(Task task) {
        if (task.holds(index) == 0) {
            throw new IllegalMonitorStateException("not the owner");
        }
        for (;;) {
            long marked = port.getLong(word);
            long clean = FutexWord.with(marked, FutexWord.seedWord(marked) & ~FutexWord.OWNER_DIED);
            if (marked == clean || port.compareAndSetLong(word, marked, clean)) {
                return;
            }
        }
    }

    /** An administrator's word that the lock is usable again. False if somebody owns it. */
    public boolean reset(Task task) {
        task.prepare(index);
        if (!futex.takeForReset(task, lock)) {
            return false;
        }
        finish(task, Status.FAST);
        port.putInt(lock.consistency(), LockLayout.RECOVERABLE);
        markConsistent(task);
        unlock(task);
        return true;
    }

    /** Holds of the calling task. */
    public int holds(Task task) {
        return task.holds(index);
    }

    /** The fencing token of the present owner. */
    public long fencingToken() {
        return FencingToken.of(port, lock);
    }

    private boolean takeFree(Task task) {
        long free = port.peekLong(word);
        long mine = FutexWord.entered(free, task.tid());
        if (FutexWord.seedWord(free) != 0 || !port.compareAndSetLong(word, free, mine)) {
            return false;
        }
        task.held(index, mine);
        if (FencingToken.isDue(mine)) {
            FencingToken.maintain(port, lock, mine);
        }
        return true;
    }

    private int lockContended(Task task, long deadline, boolean interruptible) {
        if (task.holds(index) > 0) {
            return relock(task);
        }
        task.begin(index);
        int result = finish(task, futex.lock(task, lock, false, deadline, interruptible));
        task.end();
        return result;
    }

    private int relock(Task task) {
        task.addHolds(index, 1);
        return Status.FAST;
    }

    private int finish(Task task, int result) {
        if (result >= 0) {
            long mine = port.getLong(word);
            // With a flag in it the word cannot be given up by one compare-and-exchange.
            task.held(index, FutexWord.seedWord(mine) == task.tid() ? mine : 0);
            FencingToken.maintain(port, lock, mine);
        }
        return result;
    }

    private int unlockNested(Task task) {
        if (task.holds(index) == 0) {
            return Errno.EPERM.result();
        }
        task.addHolds(index, -1);
        return 0;
    }

    /** The word has got a flag since, or had one. */
    private int unlockContended(Task task) {
        if (FutexWord.ownerDied(port.getLong(word))) {
            port.putInt(lock.consistency(), LockLayout.NOT_RECOVERABLE);
        }
        return futex.unlock(task, lock);
    }
}
