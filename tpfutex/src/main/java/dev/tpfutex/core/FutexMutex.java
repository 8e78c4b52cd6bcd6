package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/**
 * A reentrant, robust mutex on one TP-futex: the part that the kernel's TP futexes leave to user space. The fast paths
 * make no call, allocate nothing and touch one shared line, the lock's first.
 *
 * <p>Results are a {@link Status} or a negated {@link Errno}. Thread-safe: each thread comes with its own
 * {@link Hold}. Everything before an unlock happens-before everything after the next lock, in whichever
 * process.
 */
public class FutexMutex extends FutexLock {

    public FutexMutex(Port port, TpFutex futex, Lock lock) {
        super(port, futex, lock);
    }

    /**
     * Locks, waiting if need be.
     *
     * @param hold the caller's, listed
     * @param deadline {@link Port#nanoTime} at which to give up; {@link Long#MAX_VALUE} for never
     * @return a status, or ETIMEDOUT, EINTR, ENOTRECOVERABLE, EINVAL; EDEADLK if the caller is a reader, not upgradable
     */
    public final int lock(Hold hold, long deadline, boolean interruptible) {
        boolean first = !hold.isHeld();
        try {
            // To load the word first would cost as much again as the compare-and-exchange does after an unlock.
            boolean taken = first && takeFree(hold, hold.word);
            return taken ? Status.FAST : lockElsewise(hold, deadline, interruptible);
        } catch (Throwable error) {
            if (first) {
                // No stack, or no memory: the caller will not know that it has the lock, so it shall not have it.
                hold.word = Hold.NEVER;
                if (hold.gate != Hold.LONG_WAY) {
                    hold.reads = hold.gate;
                    hold.gate = Hold.LONG_WAY;
                }
                hold.doubtful = true;
                futex.settleAfterError(hold, lock);
            }
            throw error;
        }
    }

    /** Locks if that needs no waiting: a status, or EBUSY, ENOTRECOVERABLE, EINVAL. */
    public final int tryLock(Hold hold) {
        boolean first = !hold.isHeld();
        try {
            return first ? tryFirstLock(hold) : lockAgain(hold);
        } catch (Throwable error) {
            if (first) {
                hold.word = Hold.NEVER;
                if (hold.gate != Hold.LONG_WAY) {
                    hold.reads = hold.gate;
                    hold.gate = Hold.LONG_WAY;
                }
                hold.doubtful = true;
                futex.settleAfterError(hold, lock);
            }
            throw error;
        }
    }

    private static int lockAgain(Hold hold) {
        hold.nest();
        return Status.FAST;
    }

    private int tryFirstLock(Hold hold) {
        settleIfDoubtful(hold);
        if (hold.readCount() > 0) {
            return hold.isUpgradable() ? upgraded(hold, futex.tryUpgrade(hold, lock)) : Errno.EBUSY.result();
        }
        if (takeIfFree(hold)) {
            return Status.FAST;
        }
        int result = futex.tryLock(hold.task(), lock);
        if (freeIfNamed(hold, result)) {
            result = futex.tryLock(hold.task(), lock);
        }
        return finish(hold, result);
    }

    /**
     * Takes back one hold: how many threads were woken, or EPERM and nothing has changed; or ENOTRECOVERABLE, and all
     * holds have ended, also those as a reader that were to stay: the owner was told of a death and has not repaired.
     */
    public final int unlock(Hold hold) {
        return hold.isOverflowing() ? unlockOverflowing(hold) : unlockListed(hold);
    }

    private int unlockOverflowing(Hold hold) {
        try {
            return unlockElsewise(hold);
        } catch (Throwable error) {
            if (hold.gate != Hold.LONG_WAY) {
                hold.reads = hold.gate;
                hold.gate = Hold.LONG_WAY;
            }
            hold.doubtful = true;
            futex.settleAfterError(hold, lock);
            throw error;
        }
    }

    /** As {@link #unlock}, for a hold that {@link Hold#isFor} the calling thread. */
    public final int unlockListed(Hold hold) {
        try {
            if (!hold.isSimple()) {
                return unlockElsewise(hold);
            }
            long mine = hold.word;
            long left = FutexWord.simplyLeft(mine);
            hold.word = left;
            return port().compareAndSetLong(word(), mine, left) ? 0 : unlockContended(hold);
        } catch (Throwable error) {
            // No stack, or no memory: what the hold no longer says the task shall no longer have.
            if (hold.gate != Hold.LONG_WAY) {
                hold.reads = hold.gate;
                hold.gate = Hold.LONG_WAY;
            }
            hold.doubtful = true;
            futex.settleAfterError(hold, lock);
            throw error;
        }
    }

    /**
     * Gives the lock back as one who was told of an owner's death and cannot repair: the mark stays for the
     * next owner. All holds end.
     */
    public final int unlockUnrepaired(Hold hold) {
        if (!hold.isHeld()) {
            return Errno.EPERM.result();
        }
        hold.release();
        return futex.unlock(hold.task(), lock);
    }

    /** What the lock protects is in order again; only for its owner. */
    public final void markConsistent(Hold hold) {
        if (!hold.isHeld()) {
            throw new IllegalMonitorStateException("not the owner");
        }
        for (;;) {
            long marked = port().getLong(word());
            long clean = FutexWord.with(marked, FutexWord.seedWord(marked) & ~FutexWord.OWNER_DIED);
            if (marked == clean || port().compareAndSetLong(word(), marked, clean)) {
                return;
            }
        }
    }

    /** An administrator's word that the lock is usable again. False if somebody owns it. */
    public final boolean reset(Hold hold) {
        if (!futex.takeForReset(hold.task(), lock)) {
            return false;
        }
        finish(hold, Status.FAST);
        port().putInt(lock.consistency(), LockLayout.RECOVERABLE);
        markConsistent(hold);
        unlock(hold);
        return true;
    }

    /** The fencing token of the present owner. */
    public final long fencingToken() {
        return FencingToken.of(port(), lock);
    }

    /** Takes the word if it is simply free. */
    private boolean takeIfFree(Hold hold) {
        long current = port().getLong(word());
        return FutexWord.isSimplyFree(current) && takeFree(hold, current);
    }

    /** Takes the word from {@code free} to owned and inside, if it is that. */
    private boolean takeFree(Hold hold, long free) {
        long mine = free + hold.entry();
        if (!port().compareAndSetLong(word(), free, mine)) {
            return false;
        }
        hold.word = mine;
        if (FencingToken.isDue(mine)) {
            FencingToken.maintain(port(), lock, mine);
        }
        return true;
    }

    /** The word is not as the task has left it, or the task has not left. */
    private int lockElsewise(Hold hold, long deadline, boolean interruptible) {
        if (hold.isHeld()) {
            return lockAgain(hold);
        }
        settleIfDoubtful(hold);
        if (hold.readCount() > 0) {
            return upgrade(hold, deadline, interruptible);
        }
        boolean taken = takeIfFree(hold);
        return taken ? Status.FAST : lockContended(hold, deadline, interruptible);
    }

    /** A reader becomes the owner only if it is the upgradable one: two that tried would wait for each other. */
    private int upgrade(Hold hold, long deadline, boolean interruptible) {
        if (!hold.isUpgradable()) {
            return Errno.EDEADLK.result();
        }
        return upgraded(hold, futex.upgrade(hold, lock, deadline, interruptible));
    }

    private int upgraded(Hold hold, int result) {
        if (result >= 0) {
            FencingToken.maintain(port(), lock, hold.word);
        }
        return result;
    }

    private int lockContended(Hold hold, long deadline, boolean interruptible) {
        Task task = hold.task();
        task.beginWait(hold.lock());
        try {
            int result = futex.lock(task, lock, false, deadline, interruptible);
            if (freeIfNamed(hold, result)) {
                result = futex.lock(task, lock, false, deadline, interruptible);
            }
            return finish(hold, result);
        } finally {
            task.endWait();
        }
    }

    private int finish(Hold hold, int result) {
        if (result < 0) {
            hold.release();
            return result;
        }
        long mine = port().getLong(word());
        FencingToken.maintain(port(), lock, mine);
        hold.begin(mine, Status.ownerDied(result));
        return result;
    }

    /** A nested hold, one beyond the robust list, a word with a flag in it; or no hold at all. */
    private int unlockElsewise(Hold hold) {
        if (!hold.isHeld()) {
            return Errno.EPERM.result();
        }
        if (hold.unnest()) {
            return 0;
        }
        return hold.readCount() > 0 ? downgrade(hold) : release(hold);
    }

    private int release(Hold hold) {
        hold.release();
        return unlockContended(hold);
    }

    /** The owner has read locks inside, which stay; but not if it should have repaired and has not. */
    private int downgrade(Hold hold) {
        if (FutexWord.ownerDied(port().getLong(word()))) {
            release(hold);
            return Errno.ENOTRECOVERABLE.result();
        }
        hold.downgraded();
        futex.downgrade(hold, lock);
        return 0;
    }

    /** The word has or may have a flag. */
    private int unlockContended(Hold hold) {
        long current = port().getLong(word());
        if (FutexWord.ownerDied(current) && FutexWord.tid(current) == hold.tid()) {
            port().putInt(lock.consistency(), LockLayout.NOT_RECOVERABLE);
        }
        int result = futex.unlock(hold.task(), lock);
        if (result < 0) {
            port().corrupt(word(), "the owner has been taken out of it while it held the lock");
        }
        return result;
    }
}
