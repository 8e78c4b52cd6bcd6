package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/**
 * A reentrant, robust mutex on one TP-futex: the part that the seeds leave to user space. The fast paths
 * make no call, allocate nothing and touch one shared line, the lock's first.
 *
 * <p>Results are a {@link Status} or a negated {@link Errno}. Thread-safe: each thread comes with its own
 * {@link Hold}. Everything before an unlock happens-before everything after the next lock, in whichever
 * process.
 */
public final class FutexMutex {

    private final Port port;
    private final TpFutex futex;
    private final Lock lock;
    private final long word;

    public FutexMutex(Port port, TpFutex futex, Lock lock) {
        this.port = port;
        this.futex = futex;
        this.lock = lock;
        this.word = lock.word();
    }

    /** A task's hold of this mutex, to lock with. */
    public Hold prepare(Task task) {
        return task.prepare(lock.index());
    }

    /** A task's hold of this mutex if it may have one, else null. */
    public Hold find(Task task) {
        return task.find(lock.index());
    }

    /**
     * Locks, waiting if need be.
     *
     * @param hold the caller's, listed
     * @param deadline {@link Port#nanoTime} at which to give up; {@link Long#MAX_VALUE} for never
     * @return a status, or ETIMEDOUT, EINTR, ENOTRECOVERABLE, EINVAL
     */
    public int lock(Hold hold, long deadline, boolean interruptible) {
        return takeFree(hold) ? Status.FAST : lockContended(hold, deadline, interruptible);
    }

    /** Locks if that needs no waiting: a status, or EBUSY, ENOTRECOVERABLE, EINVAL. */
    public int tryLock(Hold hold) {
        if (takeFree(hold)) {
            return Status.FAST;
        }
        if (hold.count > 0) {
            return relock(hold);
        }
        int result = futex.tryLock(hold.task(), lock);
        if (Errno.EDEADLK.is(result)) {
            futex.abandon(hold.task(), lock);
            result = futex.tryLock(hold.task(), lock);
        }
        return finish(hold, result);
    }

    /** Takes back one hold: how many threads were woken, or EPERM and nothing has changed. */
    public int unlock(Hold hold) {
        if (hold.count != 1) {
            return unlockNested(hold);
        }
        long mine = hold.word;
        hold.release();
        return port.compareAndSetLong(word, mine, FutexWord.left(mine, 0)) ? 0 : unlockContended(hold);
    }

    /**
     * Gives the lock back as one who was told of an owner's death and cannot repair: the mark stays for the
     * next owner. All holds end.
     */
    public int unlockUnrepaired(Hold hold) {
        if (hold.count == 0) {
            return Errno.EPERM.result();
        }
        hold.release();
        return futex.unlock(hold.task(), lock);
    }

    /** What the lock protects is in order again; only for its owner. */
    public void markConsistent(Hold hold) {
        if (hold.count == 0) {
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
    public boolean reset(Hold hold) {
        if (!futex.takeForReset(hold.task(), lock)) {
            return false;
        }
        finish(hold, Status.FAST);
        port.putInt(lock.consistency(), LockLayout.RECOVERABLE);
        markConsistent(hold);
        unlock(hold);
        return true;
    }

    /** The fencing token of the present owner. */
    public long fencingToken() {
        return FencingToken.of(port, lock);
    }

    private boolean takeFree(Hold hold) {
        long free = port.peekLong(word);
        long mine = FutexWord.entered(free, hold.tid());
        if (FutexWord.seedWord(free) != 0 || !port.compareAndSetLong(word, free, mine)) {
            return false;
        }
        hold.begin(mine, false);
        if (FencingToken.isDue(mine)) {
            FencingToken.maintain(port, lock, mine);
        }
        return true;
    }

    private int lockContended(Hold hold, long deadline, boolean interruptible) {
        if (hold.count > 0) {
            return relock(hold);
        }
        Task task = hold.task();
        task.beginWait(hold.lock());
        try {
            int result = futex.lock(task, lock, false, deadline, interruptible);
            if (Errno.EDEADLK.is(result)) {
                // The word names us, yet we do not hold: an error (no stack, no memory) ended an earlier call half-way.
                futex.abandon(task, lock);
                result = futex.lock(task, lock, false, deadline, interruptible);
            }
            return finish(hold, result);
        } finally {
            task.endWait();
        }
    }

    private static int relock(Hold hold) {
        hold.count = Math.addExact(hold.count, 1);
        return Status.FAST;
    }

    private int finish(Hold hold, int result) {
        if (result < 0) {
            hold.release();
            return result;
        }
        long mine = port.getLong(word);
        // With a flag in it the word cannot be given up by one compare-and-exchange.
        boolean plain = FutexWord.seedWord(mine) == hold.tid();
        hold.begin(plain ? mine : 0, Status.ownerDied(result));
        FencingToken.maintain(port, lock, mine);
        return result;
    }

    private static int unlockNested(Hold hold) {
        if (hold.count == 0) {
            return Errno.EPERM.result();
        }
        hold.count--;
        return 0;
    }

    /** The word has got a flag since, or had one. */
    private int unlockContended(Hold hold) {
        long current = port.getLong(word);
        if (FutexWord.ownerDied(current) && FutexWord.tid(current) == hold.tid()) {
            port.putInt(lock.consistency(), LockLayout.NOT_RECOVERABLE);
        }
        return futex.unlock(hold.task(), lock);
    }
}
