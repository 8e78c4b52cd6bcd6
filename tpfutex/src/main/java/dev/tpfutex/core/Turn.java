package dev.tpfutex.core;

/** Waiting for a lock: as the top waiter if nobody else is, otherwise in the queue until it is one's turn. */
final class Turn {

    private final Port port;
    private final Share share;
    private final TopWaiter topWaiter;
    private final WaitQueue queue;
    private final UnlockPath unlockPath;

    Turn(Port port, Share share, TopWaiter topWaiter) {
        this.port = port;
        this.share = share;
        this.topWaiter = topWaiter;
        this.queue = new WaitQueue(port);
        this.unlockPath = new UnlockPath(port);
    }

    /**
     * A status; the caller owns the lock or reads under it. Or an error. One on the way (no stack, no memory) does not leave
     * it in the queue or the role.
     */
    int await(Wait wait) {
        try {
            return waitInTurn(wait);
        } catch (Throwable error) {
            queue.abandon(wait);
            if (wait.isShared()) {
                share.abandon(wait.lock(), wait.reader());
            }
            if (topWaiter.giveUp(wait, Errno.EINTR.result()) >= 0) {
                unlockPath.unlock(wait.task(), wait.lock());
            }
            topWaiter.leaveRole(wait.task(), wait.lock());
            throw error;
        }
    }

    private int waitInTurn(Wait wait) {
        int result = waitForTurn(wait);
        if (result >= 0 && wait.isShared() && Status.how(result) != Status.STOLEN) {
            return result | (wait.isDisbanded() ? Status.ALONE : Status.GROUP);
        }
        return result;
    }

    private int waitForTurn(Wait wait) {
        Counters.firstSeen(port, wait.lock());
        int result = TopWaiter.ROLE_LOST;
        if (topWaiter.takeRole(wait, false)) {
            result = topWaiter.acquire(wait);
        }
        while (result == TopWaiter.ROLE_LOST) {
            result = joinsReaders(wait) ? Status.of(Status.STOLEN, wait.sleeps()) : waitInQueue(wait);
        }
        return Errno.ETIMEDOUT.is(result) ? lastAttempt(wait) : result;
    }

    private int waitInQueue(Wait wait) {
        int result = queue.await(wait);
        if (result == WaitQueue.NAMED) {
            topWaiter.giveUp(wait, TopWaiter.ROLE_LOST);
            abandon(wait.task(), wait.lock());
            return TopWaiter.ROLE_LOST;
        }
        return result == WaitQueue.ROLE_GRANTED ? takeTurn(wait) : result;
    }

    /** Frees a lock whose word names the task although it does not hold it. */
    void abandon(Task task, Lock lock) {
        // The role first, or the lock would be the task's again if it was handed over.
        topWaiter.leaveRole(task, lock);
        LostOwner.release(port, lock, task.tid());
        unlockPath.wakeTop(lock);
    }

    /** The role is the caller's to take; or, readers having the lock, it may join them. */
    private int takeTurn(Wait wait) {
        if (joinsReaders(wait)) {
            queue.leave(wait);
            return Status.of(Status.STOLEN, wait.sleeps());
        }
        boolean taken = topWaiter.takeRole(wait, true);
        queue.leave(wait);
        if (!taken) {
            wait.disband();
        }
        return taken ? topWaiter.acquire(wait) : TopWaiter.ROLE_LOST;
    }

    private boolean joinsReaders(Wait wait) {
        Lock lock = wait.lock();
        return wait.mayJoin() && share.join(lock, wait.reader(), Readers.obstacles(port, lock), true);
    }

    /** The waiter may have been stopped for longer than it wanted to wait, and the lock be free by now. */
    private int lastAttempt(Wait wait) {
        int result = wait.isUpgradable() ? takeInRole(wait) : stealLate(wait);
        if (result >= 0) {
            return result;
        }
        return Errno.ENOTRECOVERABLE.is(result) ? result : Errno.ETIMEDOUT.result();
    }

    private int stealLate(Wait wait) {
        int result = Attempt.steal(port, wait.task(), wait.lock());
        return result == Status.ACQUIRED ? Status.of(Status.STOLEN, wait.sleeps()) : result;
    }

    /** Polls once, in the role if that is free: ETIMEDOUT if nothing comes of it. */
    private int takeInRole(Wait wait) {
        int result = topWaiter.takeRole(wait, false) ? topWaiter.acquire(wait) : Errno.ETIMEDOUT.result();
        return result == TopWaiter.ROLE_LOST ? Errno.ETIMEDOUT.result() : result;
    }
}
