package dev.tpfutex.core;

/**
 * The readers' side of a reentrant, robust reader-writer lock on one TP-futex; its writers' side is a
 * {@link FutexMutex} on the same lock. The owner may also be a reader, and goes on as one when it gives up ownership; a
 * reader cannot become the owner, since two that tried would wait for each other, unless it is the one upgradable reader.
 *
 * <p>Results are a {@link Status} or a negated {@link Errno}. Thread-safe: each thread comes with its own
 * {@link Hold}. Everything before a writer's unlock happens-before everything after the next reader's lock, and
 * everything before a reader's unlock before everything after the next writer's lock, in whichever process.
 */
public class FutexRwLock extends FutexLock {

    private static final long NOW = Long.MIN_VALUE;

    public FutexRwLock(Port port, TpFutex futex, Lock lock) {
        super(port, futex, lock);
    }

    /**
     * Becomes a reader, waiting if need be.
     *
     * @param hold the caller's, listed
     * @param deadline {@link Port#nanoTime} at which to give up; {@link Long#MAX_VALUE} for never
     * @return a status, or ETIMEDOUT, EINTR, ENOTRECOVERABLE, EINVAL. With {@link Status#OWNER_DIED} the caller is not a
     *     reader but the owner: what the lock protects has to be repaired before anybody reads it
     */
    public final int lock(Hold hold, long deadline, boolean interruptible) {
        int before = hold.readCount();
        try {
            return joinFast(hold) ? Status.FAST : lockElsewise(hold, deadline, interruptible);
        } catch (Throwable error) {
            // No stack, or no memory. An entry must not say for ever that something is pending: writers wait for it.
            hold.reads = before;
            hold.gate = Hold.LONG_WAY;
            hold.doubtful = true;
            futex.settleAfterError(hold, lock);
            throw error;
        }
    }

    private boolean joinFast(Hold hold) {
        boolean joined = hold.mayRead() && ReaderSteps.join(port(), word(), hold);
        if (joined) {
            hold.beginRead();
        }
        return joined;
    }

    private int lockElsewise(Hold hold, long deadline, boolean interruptible) {
        settleIfDoubtful(hold);
        if (hold.isBusy() || futex.joinReaders(hold, lock)) {
            hold.read();
            return Status.FAST;
        }
        Task task = hold.task();
        task.beginWait(lock.index());
        try {
            int result = futex.lockShared(hold, lock, deadline, interruptible);
            if (freeIfNamed(hold, result)) {
                result = futex.lockShared(hold, lock, deadline, interruptible);
            }
            return finish(hold, result);
        } finally {
            task.endWait();
        }
    }

    /** Becomes a reader if that needs no waiting: as {@link #lock}, or EBUSY. */
    public final int tryLock(Hold hold) {
        int before = hold.readCount();
        try {
            return joinFast(hold) ? Status.FAST : tryLockElsewise(hold);
        } catch (Throwable error) {
            hold.reads = before;
            hold.gate = Hold.LONG_WAY;
            hold.doubtful = true;
            futex.settleAfterError(hold, lock);
            throw error;
        }
    }

    private int tryLockElsewise(Hold hold) {
        settleIfDoubtful(hold);
        if (hold.isBusy() || futex.joinReaders(hold, lock)) {
            hold.read();
            return Status.FAST;
        }
        int result = futex.tryLockShared(hold, lock);
        return finish(hold, freeIfNamed(hold, result) ? futex.tryLockShared(hold, lock) : result);
    }

    /**
     * Becomes the upgradable reader, waiting if need be: there is one at a time, beside any number of others. It becomes
     * the owner by {@link FutexMutex#lock}, and by {@link FutexMutex#unlock} a reader again.
     *
     * @param hold the caller's; a reader that is not upgradable cannot become it, and the owner need not
     * @return as {@link #lock}; EDEADLK if the caller is a reader or the owner already
     */
    public final int lockUpgradable(Hold hold, long deadline, boolean interruptible) {
        settleIfDoubtful(hold);
        if (hold.isUpgradable()) {
            hold.readUpgradably();
            return Status.FAST;
        }
        if (hold.isBusy()) {
            return Errno.EDEADLK.result();
        }
        try {
            return becomeUpgradable(hold, deadline, interruptible);
        } catch (Throwable error) {
            hold.reads = 0;
            hold.upgradables = 0;
            hold.gate = Hold.LONG_WAY;
            hold.doubtful = true;
            futex.settleAfterError(hold, lock);
            throw error;
        }
    }

    private int becomeUpgradable(Hold hold, long deadline, boolean interruptible) {
        if (deadline == NOW) {
            return finishUpgradable(hold, futex.tryLockUpgradable(hold, lock));
        }
        Task task = hold.task();
        task.beginWait(lock.index());
        try {
            return finishUpgradable(hold, futex.lockUpgradable(hold, lock, deadline, interruptible));
        } finally {
            task.endWait();
        }
    }

    /** Becomes the upgradable reader if that needs no waiting: as {@link #lockUpgradable}, or EBUSY. */
    public final int tryLockUpgradable(Hold hold) {
        return lockUpgradable(hold, NOW, false);
    }

    private int finishUpgradable(Hold hold, int raw) {
        int result = finish(hold, raw);
        if (result >= 0 && Status.ownerDied(result)) {
            futex.endUpgradable(hold, lock);
        } else if (result >= 0) {
            hold.unread();
            hold.readUpgradably();
        }
        return result;
    }

    /** Takes back one upgradable hold: how many tasks were woken, or EPERM and nothing has changed. */
    public final int unlockUpgradable(Hold hold) {
        if (!hold.isUpgradable()) {
            return Errno.EPERM.result();
        }
        settleIfDoubtful(hold);
        try {
            if (hold.unreadUpgradably()) {
                futex.endUpgradable(hold, lock);
            }
        } catch (Throwable error) {
            // It is no longer the upgradable reader, but one like others; as such it leaves, if there is room for that.
            if (hold.gate != Hold.LONG_WAY) {
                hold.reads = hold.gate;
                hold.gate = Hold.LONG_WAY;
            }
            hold.doubtful = true;
            unlockElsewise(hold);
            throw error;
        }
        return unlock(hold);
    }

    /** Takes back one read hold: how many tasks were woken, or EPERM and nothing has changed. */
    public final int unlock(Hold hold) {
        return unlockSimply(hold) ? 0 : unlockElsewise(hold);
    }

    /** Takes back the only hold of a reader that is not upgradable, if that is all there is to do; else changes nothing. */
    public final boolean unlockSimply(Hold hold) {
        boolean simple = hold.isOneRead();
        try {
            boolean left = simple && ReaderSteps.leave(port(), word(), hold);
            if (left) {
                hold.endRead();
            }
            return left;
        } catch (Throwable error) {
            if (simple) {
                hold.reads = 0;
                hold.gate = Hold.LONG_WAY;
                hold.doubtful = true;
                futex.settleAfterError(hold, lock);
            }
            throw error;
        }
    }

    private int unlockElsewise(Hold hold) {
        settleIfDoubtful(hold);
        if (hold.readCount() == 0) {
            return Errno.EPERM.result();
        }
        try {
            hold.unread();
            return hold.isBusy() ? 0 : leave(hold);
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

    private int leave(Hold hold) {
        return hold.entryAt() == 0 ? unlockAlone(hold) : futex.unlockShared(hold, lock);
    }

    /**
     * Has readers leave the word alone from now on, if the lock allows it and no writer has come a short while ago. They
     * do that by themselves once they get into each other's way. Only for a reader.
     */
    public final void offerBias(Hold hold) {
        futex.offerBias(hold, lock);
    }

    /** Without an entry by which to show that it reads, the reader is the owner, though the hold does not say so. */
    private int unlockAlone(Hold hold) {
        hold.release();
        return futex.unlock(hold.task(), lock);
    }

    private int finish(Hold hold, int result) {
        if (result < 0) {
            hold.release();
        } else if (Status.ownerDied(result)) {
            hold.begin(futex.wordOf(lock), true);
        } else {
            hold.read();
        }
        return result;
    }
}
