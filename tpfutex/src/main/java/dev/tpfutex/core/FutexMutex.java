package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/**
 * A reentrant, robust mutex on one TP-futex: the part that the seeds leave to user space. The fast paths
 * make no call, allocate nothing and touch the lock's first line and the thread's own slot.
 *
 * <p>Results are a {@link Status} or a negated {@link Errno}. Thread-safe: each thread comes with its own
 * {@link Task}. Everything before an unlock happens-before everything after the next lock, in whichever
 * process.
 */
public final class FutexMutex {

    private final Port port;
    private final TpFutex futex;
    private final Lock lock;

    public FutexMutex(Port port, TpFutex futex, Lock lock) {
        this.port = port;
        this.futex = futex;
        this.lock = lock;
    }

    /**
     * Locks, waiting if need be.
     *
     * @param deadline {@link Port#nanoTime} at which to give up; {@link Long#MAX_VALUE} for never
     * @return a status, or ETIMEDOUT, EINTR, ENOTRECOVERABLE, EINVAL
     */
    public int lock(Task task, long deadline, boolean interruptible) {
        int entry = begin(task);
        if (entry < 0) {
            return relock(task);
        }
        if (port.compareAndSetInt(lock.word(), 0, task.tid())) {
            entered(task, entry);
            return Status.FAST;
        }
        return finish(task, entry, futex.lock(task, lock, false, deadline, interruptible));
    }

    /** Locks if that needs no waiting: a status, or EBUSY, ENOTRECOVERABLE, EINVAL. */
    public int tryLock(Task task) {
        int entry = begin(task);
        if (entry < 0) {
            return relock(task);
        }
        if (port.compareAndSetInt(lock.word(), 0, task.tid())) {
            entered(task, entry);
            return Status.FAST;
        }
        return finish(task, entry, futex.tryLock(task, lock));
    }

    /** Takes back one hold: how many threads were woken, or EPERM and nothing has changed. */
    public int unlock(Task task) {
        RobustList held = task.robustList();
        int holds = held.holds(lock.index());
        if (holds == 0) {
            return Errno.EPERM.result();
        }
        if (holds > 1) {
            held.addHolds(lock.index(), -1);
            return 0;
        }
        int entry = held.releasing(lock.index());
        int woken = 0;
        if (!port.compareAndSetInt(lock.word(), task.tid(), 0)) {
            woken = unlockContended(task);
        }
        held.end(entry);
        return woken;
    }

    /**
     * Gives the lock back as one who was told of an owner's death and cannot repair: the mark stays for the
     * next owner. All holds end.
     */
    public int unlockUnrepaired(Task task) {
        if (task.robustList().holds(lock.index()) == 0) {
            return Errno.EPERM.result();
        }
        int entry = task.robustList().releasing(lock.index());
        int woken = futex.unlock(task, lock);
        task.robustList().end(entry);
        return woken;
    }

    /** What the lock protects is in order again; only for its owner. */
    public void markConsistent(Task task) {
        if (task.robustList().holds(lock.index()) == 0) {
            throw new IllegalMonitorStateException("not the owner");
        }
        for (;;) {
            int word = port.getInt(lock.word());
            if (!FutexWord.ownerDied(word) || port.compareAndSetInt(lock.word(), word, word & ~FutexWord.OWNER_DIED)) {
                return;
            }
        }
    }

    /** An administrator's word that the lock is usable again. False if somebody owns it. */
    public boolean reset(Task task) {
        int entry = task.robustList().begin(lock.index());
        if (!futex.takeForReset(task, lock)) {
            task.robustList().end(entry);
            return false;
        }
        entered(task, entry);
        port.putInt(lock.consistency(), LockLayout.RECOVERABLE);
        markConsistent(task);
        unlock(task);
        return true;
    }

    /** Holds of the calling task. */
    public int holds(Task task) {
        return task.robustList().holds(lock.index());
    }

    /** The lock's record. */
    public Lock record() {
        return lock;
    }

    private int begin(Task task) {
        RobustList held = task.robustList();
        return held.holds(lock.index()) > 0 ? -1 : held.begin(lock.index());
    }

    private int relock(Task task) {
        task.robustList().addHolds(lock.index(), 1);
        return Status.FAST;
    }

    private int finish(Task task, int entry, int result) {
        if (result < 0) {
            task.robustList().end(entry);
        } else {
            entered(task, entry);
        }
        return result;
    }

    /** The critical section begins: the fencing token first, so that whoever is HELD has a token of its own. */
    private void entered(Task task, int entry) {
        port.putLongOrdered(lock.acquisitions(), port.getLong(lock.acquisitions()) + 1);
        task.robustList().held(entry);
    }

    private int unlockContended(Task task) {
        if (FutexWord.ownerDied(port.getInt(lock.word()))) {
            port.putInt(lock.consistency(), LockLayout.NOT_RECOVERABLE);
        }
        return futex.unlock(task, lock);
    }
}
