package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * FUTEX_LOCK and FUTEX_UNLOCK: what the kernel does in the seeds when user space could not lock by 0 to tid
 * or unlock by tid to 0 itself (seed 000, patches 9 to 14). Called with the arguments and results of the
 * seeds; on top of them the precise time-outs, which the seeds lack.
 *
 * <p>The caller records the operation in its {@link RobustList} around the calls. Thread-safe: each thread
 * comes with its own {@link Task}.
 */
public final class TpFutex {

    private final Port port;
    private final TopWaiter topWaiter;
    private final WaitQueue queue;
    private final UnlockPath unlockPath;

    public TpFutex(Port port, OwnerDeath ownerDeath) {
        this.port = port;
        this.topWaiter = new TopWaiter(port, ownerDeath);
        this.queue = new WaitQueue(port);
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
            result = waitSafely(new Wait(task, lock, userspace, deadline, interruptible));
        }
        return result < 0 ? result : settle(task, lock, result);
    }

    /** An error on the way (no stack, no memory) must not leave the caller in a queue or a role. */
    private int waitSafely(Wait wait) {
        try {
            return waitInTurn(wait);
        } catch (Throwable error) {
            queue.abandon(wait);
            if (topWaiter.giveUp(wait, Errno.EINTR.result()) >= 0) {
                unlockPath.unlock(wait.task(), wait.lock());
            }
            throw error;
        }
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
        boolean mutex = port.getInt(lock.kind()) == LockLayout.KIND_MUTEX;
        if (FutexWord.tid(port.getLong(lock.word())) != task.tid()) {
            return mutex ? Errno.EPERM.result() : Errno.EINVAL.result();
        }
        if (!mutex) {
            // It was one when the caller locked it. To refuse now would leave it locked for good.
            port.corrupt(lock.kind(), "a lock that is owned as a mutex says that it is another kind");
        }
        Counters.add(port, task.base() + TaskLayout.UNLOCK_SLOWPATHS, 1);
        int woken = unlockPath.unlock(task, lock);
        Counters.add(port, task.base() + TaskLayout.WAKE_UPS, woken);
        return woken;
    }

    /**
     * Frees a lock whose word names the caller although it does not hold it: an error ended an earlier call half-way.
     * If that was inside the critical section, or may have been, the next owner is told.
     */
    void abandon(Task task, Lock lock) {
        LostOwner.release(port, lock, task.tid());
        unlockPath.wakeTop(lock);
    }

    /** Takes a free lock in whatever state it is, for a reset; false if it has an owner. */
    boolean takeForReset(Task task, Lock lock) {
        for (;;) {
            long word = port.getLong(lock.word());
            if (FutexWord.tid(word) != 0) {
                return false;
            }
            long mine = FutexWord.with(word, task.tid() | FutexWord.seedWord(word));
            if (port.compareAndSetLong(lock.word(), word, mine)) {
                enter(lock);
                return true;
            }
        }
    }

    private int steal(Task task, Lock lock) {
        if (port.getInt(lock.kind()) != LockLayout.KIND_MUTEX) {
            return Errno.EINVAL.result();
        }
        if (FutexWord.tid(port.getLong(lock.word())) == task.tid()) {
            return Errno.EDEADLK.result();
        }
        int result = Attempt.steal(port, task, lock);
        return result == Status.ACQUIRED ? Status.of(Status.STOLEN, 0) : result;
    }

    private int waitInTurn(Wait wait) {
        Counters.firstSeen(port, wait.lock());
        int result = TopWaiter.ROLE_LOST;
        if (topWaiter.takeRole(wait, false)) {
            result = topWaiter.acquire(wait);
        }
        while (result == TopWaiter.ROLE_LOST) {
            result = queue.await(wait);
            if (result == WaitQueue.ROLE_GRANTED) {
                boolean taken = topWaiter.takeRole(wait, true);
                queue.leave(wait);
                result = taken ? topWaiter.acquire(wait) : TopWaiter.ROLE_LOST;
            }
        }
        return Errno.ETIMEDOUT.is(result) ? lastAttempt(wait) : result;
    }

    /** The waiter may have been stopped for longer than it wanted to wait, and the lock be free by now. */
    private int lastAttempt(Wait wait) {
        int result = Attempt.steal(port, wait.task(), wait.lock());
        if (result == Status.ACQUIRED) {
            return Status.of(Status.STOLEN, wait.sleeps());
        }
        Counters.addShared(port, wait.lock().at(LockLayout.TIMEOUTS), 1);
        Counters.add(port, wait.task().base() + TaskLayout.TIMEOUTS, 1);
        return Errno.ENOTRECOVERABLE.is(result) ? result : Errno.ETIMEDOUT.result();
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
