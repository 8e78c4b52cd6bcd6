package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * FUTEX_LOCK and FUTEX_UNLOCK: what the kernel does in TP futexes when user space could not lock by 0 to tid
 * or unlock by tid to 0 itself (TP futexes v6, patches 9 to 14). Called with their arguments and results; on
 * top of them the precise time-outs, which they lack.
 *
 * <p>The caller records the operation in its {@link RobustList} around the calls. Thread-safe: each thread
 * comes with its own {@link Task}. A subclass may only watch the calls that wait.
 */
public class TpFutex {

    private final Port port;
    private final Share share;
    private final TopWaiter topWaiter;
    private final Upgrade upgrade;
    private final Turn turn;
    private final Aftermath aftermath;
    private final UnlockPath unlockPath;

    public TpFutex(Port port, OwnerDeath ownerDeath) {
        this.port = port;
        this.share = new Share(port);
        this.topWaiter = new TopWaiter(port, ownerDeath, share);
        this.upgrade = new Upgrade(port, share);
        this.turn = new Turn(port, share, topWaiter);
        this.aftermath = new Aftermath(port, share, topWaiter);
        this.unlockPath = new UnlockPath(port);
    }

    /**
     * Locks the futex.
     *
     * @param userspace return EAGAIN when the word is free instead of taking it; the caller is then to try
     *     0 to tid itself, and after some failures to come without this flag, or it may starve
     * @param deadline {@link Port#nanoTime} at which to give up; {@link Long#MAX_VALUE} for never. A free
     *     lock is taken even after it
     * @return a {@link Status}, or EINVAL, EDEADLK, EAGAIN, ETIMEDOUT, EINTR, ENOTRECOVERABLE negated; then
     *     the word does not hold the caller's tid
     */
    public int lock(Task task, Lock lock, boolean userspace, long deadline, boolean interruptible) {
        int result = steal(task, lock);
        if (Errno.EBUSY.is(result)) {
            result = await(Wait.exclusive(task, lock, userspace, deadline, interruptible));
        }
        return result < 0 ? result : settle(task, lock, result);
    }

    /**
     * FUTEX_LOCK_SHARED: makes the caller one of the readers of a reader-writer lock (TP futexes v6, patches 16 to 18). It
     * becomes the owner instead, and is told so, if the last owner died; and if it holds too many locks to have an
     * entry by which to show that it reads.
     *
     * @param hold the caller's, listed; not a reader's and not the owner's
     * @param deadline as for {@link #lock}
     * @return as {@link #lock}; a reader's status may have {@link Status#ALONE} or {@link Status#GROUP}
     */
    public int lockShared(Hold hold, Lock lock, long deadline, boolean interruptible) {
        int result = stealShared(hold, lock, Readers.obstacles(port, lock));
        if (Errno.EBUSY.is(result)) {
            result = await(Wait.shared(hold, lock, deadline, interruptible));
        }
        return result < 0 ? result : settleShared(hold, lock, result);
    }

    /** One attempt to become a reader, without waiting: as {@link #lockShared}, or EBUSY. */
    public int tryLockShared(Hold hold, Lock lock) {
        int result = stealShared(hold, lock, Readers.obstaclesToOneAttempt(port, lock));
        return result < 0 ? result : settleShared(hold, lock, result);
    }

    /**
     * Makes the caller the one of the readers that may become the owner without ceasing to be a reader. It keeps the role
     * of the top waiter for that: other readers come and go, writers and others like it queue up.
     *
     * @param hold as for {@link #lockShared}
     * @return as {@link #lockShared}; with {@link Status#OWNER_DIED} the caller is the owner, and has the role too
     */
    public int lockUpgradable(Hold hold, Lock lock, long deadline, boolean interruptible) {
        return isForReaders(lock)
                ? settleUpgradable(hold, lock, await(Wait.upgradable(hold, lock, deadline, interruptible)))
                : Errno.EINVAL.result();
    }

    /** One attempt to become the upgradable reader, without waiting: as {@link #lockUpgradable}, or EBUSY. */
    public int tryLockUpgradable(Hold hold, Lock lock) {
        return isForReaders(lock)
                ? settleUpgradable(hold, lock, busy(turn.await(Wait.upgradable(hold, lock, port.nanoTime(), false))))
                : Errno.EINVAL.result();
    }

    /**
     * The one upgradable reader becomes the owner, once the other readers have left.
     *
     * @return a status, or ETIMEDOUT or EINTR, and the caller is still only the upgradable reader
     */
    public int upgrade(Hold hold, Lock lock, long deadline, boolean interruptible) {
        Wait wait = Wait.upgradable(hold, lock, deadline, interruptible);
        int result = upgrade(wait);
        Counters.waited(port, wait, false, result);
        return result;
    }

    /** One attempt at that: as {@link #upgrade}, or EBUSY. */
    public int tryUpgrade(Hold hold, Lock lock) {
        return busy(upgrade(Wait.upgradable(hold, lock, port.nanoTime(), false)));
    }

    private int upgrade(Wait wait) {
        try {
            int result = upgrade.run(wait);
            if (result >= 0) {
                Counters.acquired(port, wait.task(), wait.lock(), result);
            }
            return result;
        } finally {
            port.endLooking(wait.task());
        }
    }

    /** The upgradable reader, or owner, is not upgradable any more. */
    public void endUpgradable(Hold hold, Lock lock) {
        topWaiter.leaveRole(hold.task(), lock);
    }

    /** FUTEX_UNLOCK_SHARED: how many tasks were woken; only for a reader. */
    public int unlockShared(Hold hold, Lock lock) {
        int woken = leaveSafely(hold, lock);
        if (woken > 0) {
            Counters.add(port, hold.task().base() + TaskLayout.WAKE_UPS, woken);
        }
        return woken;
    }

    private int leaveSafely(Hold hold, Lock lock) {
        try {
            return share.leave(lock, hold);
        } catch (Throwable error) {
            share.abandon(lock, hold);
            throw error;
        }
    }

    /** Has the lock agree with what the caller's hold says, after an error. */
    void settleAfterError(Hold hold, Lock lock) {
        aftermath.settle(hold, lock);
    }

    /** Joins the readers without waiting or a call, if nobody speaks against it; after a first attempt. */
    boolean joinReaders(Hold hold, Lock lock) {
        return share.join(lock, hold, Readers.FOR_NEWCOMERS, true);
    }

    /** The futex word of a lock. */
    long wordOf(Lock lock) {
        return port.getLong(lock.word());
    }

    /** Has readers leave the word alone from now on, if nothing speaks against it. */
    void offerBias(Hold hold, Lock lock) {
        share.offerBias(lock, hold);
    }

    /** The owner becomes a reader. */
    void downgrade(Hold hold, Lock lock) {
        share.downgrade(lock, hold);
    }

    /** One attempt to steal, without waiting: a status, or EBUSY, EINVAL, EDEADLK, ENOTRECOVERABLE. */
    public int tryLock(Task task, Lock lock) {
        int result = steal(task, lock);
        return result < 0 ? result : settle(task, lock, result);
    }

    /**
     * Unlocks the futex, or passes it to the top waiter if that has asked for a hand-off. An owner-died mark
     * that the word carries stays.
     *
     * @return how many tasks were woken, or EPERM, EINVAL negated and nothing has changed: the caller is not the owner
     */
    public int unlock(Task task, Lock lock) {
        int kind = port.getInt(lock.kind());
        boolean known = kind == LockLayout.KIND_MUTEX || kind == LockLayout.KIND_RWLOCK;
        if (FutexWord.tid(port.getLong(lock.word())) != task.tid()) {
            return known ? Errno.EPERM.result() : Errno.EINVAL.result();
        }
        if (!known) {
            // It was one when the caller locked it. To refuse now would leave it locked for good.
            port.corrupt(lock.kind(), "a lock that is owned as a mutex says that it is another kind");
        }
        Counters.add(port, task.base() + TaskLayout.UNLOCK_SLOWPATHS, 1);
        int woken = unlockPath.unlock(task, lock);
        Counters.add(port, task.base() + TaskLayout.WAKE_UPS, woken);
        return woken;
    }

    /**
     * Frees a lock whose word names the caller although it does not hold it: an error ended an earlier call half-way, or
     * the lock is damaged. If that was inside the critical section, or may have been, the next owner is told.
     */
    void abandon(Task task, Lock lock) {
        turn.abandon(task, lock);
    }

    /** Takes a free lock in whatever state it is, for a reset; false if it has an owner. */
    boolean takeForReset(Task task, Lock lock) {
        for (;;) {
            long word = port.getLong(lock.word());
            if (!FutexWord.isFree(word)) {
                return false;
            }
            long mine = FutexWord.with(word, task.tid() | FutexWord.seedWord(word));
            if (port.compareAndSetLong(lock.word(), word, mine)) {
                enter(lock);
                return true;
            }
        }
    }

    private boolean isForReaders(Lock lock) {
        return port.getInt(lock.kind()) == LockLayout.KIND_RWLOCK;
    }

    /** Waits for one's turn, and counts that. */
    private int await(Wait wait) {
        int result = turn.await(wait);
        Counters.waited(port, wait, wait.isShared(), result);
        return result;
    }

    /** The result of an attempt for which no time was given. */
    private static int busy(int result) {
        return Errno.ETIMEDOUT.is(result) ? Errno.EBUSY.result() : result;
    }

    private int steal(Task task, Lock lock) {
        int kind = port.getInt(lock.kind());
        if (kind != LockLayout.KIND_MUTEX && kind != LockLayout.KIND_RWLOCK) {
            return Errno.EINVAL.result();
        }
        long word = port.getLong(lock.word());
        if (FutexWord.tid(word) == task.tid()) {
            return Errno.EDEADLK.result();
        }
        if (FutexWord.isShared(word)) {
            share.settle(lock, true);
        }
        int result = Attempt.steal(port, task, lock);
        return result == Status.ACQUIRED ? Status.of(Status.STOLEN, 0) : result;
    }

    private int stealShared(Hold hold, Lock lock, int obstacles) {
        if (!isForReaders(lock)) {
            return Errno.EINVAL.result();
        }
        if (FutexWord.tid(port.getLong(lock.word())) == hold.task().tid()) {
            return Errno.EDEADLK.result();
        }
        share.settle(lock, !hold.hasEntry());
        int result =
                share.join(lock, hold, obstacles, true) ? Status.ACQUIRED
                        : Attempt.steal(port, hold.task(), lock);
        return result == Status.ACQUIRED ? Status.of(Status.STOLEN, 0) : result;
    }

    /** The caller is a reader now, or owns the lock and is to become one. */
    private int settleShared(Hold hold, Lock lock, int status) {
        long word = port.getLong(lock.word());
        if (FutexWord.tid(word) != hold.task().tid()) {
            Counters.joined(port, hold.task(), lock, status);
            return status;
        }
        if (FutexWord.ownerDied(word)) {
            return settle(hold.task(), lock, status);
        }
        Counters.joined(port, hold.task(), lock, status);
        share.downgrade(lock, hold);
        return status;
    }

    private int settleUpgradable(Hold hold, Lock lock, int status) {
        int result = status < 0 ? status : settleShared(hold, lock, status);
        if (result < 0) {
            topWaiter.leaveRole(hold.task(), lock);
        }
        return result;
    }

    /** The word names the caller now: looks whether what it got is usable, and counts it. */
    private int settle(Task task, Lock lock, int status) {
        boolean ownerDied = FutexWord.ownerDied(port.getLong(lock.word()));
        if (ownerDied && port.getInt(lock.consistency()) == LockLayout.NOT_RECOVERABLE) {
            unlockPath.unlock(task, lock);
            return Errno.ENOTRECOVERABLE.result();
        }
        int consistency = port.getInt(lock.consistency());
        if (consistency != LockLayout.RECOVERABLE) {
            // Only said together with the mark, and only by the owner, which the caller is now.
            port.corrupt(lock.consistency(), "says " + consistency + " of a lock that is recoverable");
            port.putInt(lock.consistency(), LockLayout.RECOVERABLE);
        }
        Counters.acquired(port, task, lock, status);
        Counters.since(port, lock);
        enter(lock);
        return ownerDied ? status | Status.OWNER_DIED : status;
    }

    /** The last step: until here the death of the caller tears nothing, from here on it does. */
    private void enter(Lock lock) {
        for (;;) {
            long word = port.getLong(lock.word());
            if (port.compareAndSetLong(
                    lock.word(), word, FutexWord.entered(word, FutexWord.seedWord(word)))) {
                return;
            }
        }
    }
}
