package dev.tpfutex.core;

/** Gives up a word that others have marked (TP futexes v6, patches 9 and 11). Called by its owner. */
final class UnlockPath {

    private final Port port;
    private final TaskTable tasks;

    UnlockPath(Port port) {
        this.port = port;
        this.tasks = new TaskTable(port);
    }

    /** Passes the lock to a top waiter that asked for it, or frees it and wakes the top waiter. */
    int unlock(Task task, Lock lock) {
        int heir = claimHandOff(lock);
        if (heir != 0) {
            replaceOwner(lock, heir);
            return wake(heir);
        }
        replaceOwner(lock, 0);
        // Only now: a waiter that takes the role after this load finds the word free.
        return wakeTop(lock);
    }

    /** Wakes the top waiter of a lock that has just become free; how many that were. */
    int wakeTop(Lock lock) {
        return wake(TopWord.tid(port.getLong(lock.top())));
    }

    /** Claims the hand-off that is asked for: the heir, which can no longer withdraw, or 0. */
    private int claimHandOff(Lock lock) {
        for (;;) {
            long top = port.getLong(lock.top());
            int heir = TopWord.tid(top);
            if (heir == 0 || !DueHandOff.isDue(port, lock, top)) {
                return 0;
            }
            if (!tasks.isIssued(heir)) {
                passOverNobody(lock, top);
            } else if (port.looksStopped(Tid.slot(heir))) {
                passOver(lock, top, heir);
            } else if (port.compareAndSetLong(lock.top(), top, top | TopWord.HANDOFF | TopWord.CLAIMED)) {
                return heir;
            }
        }
    }

    /** Has the top waiter just been cleaned up after, the top word has changed; otherwise it is damaged. */
    private void passOverNobody(Lock lock, long top) {
        if (port.compareAndSetLong(lock.top(), top, top & ~TopWord.ROLE)) {
            port.corrupt(lock.top(), "the top waiter " + Tid.describe(TopWord.tid(top)) + " is nobody");
            Doorbell.ring(port);
        }
    }

    /** A waiter that is stopped would keep everybody from the lock: it loses the role, and queues up once it goes on. */
    private void passOver(Lock lock, long top, int heir) {
        if (port.compareAndSetLong(lock.top(), top, top & ~TopWord.ROLE)) {
            wake(heir);
            if (TopWord.has(top, TopWord.QUEUED)) {
                Doorbell.ring(port);
            }
        }
    }

    /** In one step, so that with an heir there is no instant at which the lock is free. WAITERS goes. */
    private void replaceOwner(Lock lock, int successor) {
        for (;;) {
            long word = port.getLong(lock.word());
            int kept = FutexWord.seedWord(word) & FutexWord.OWNER_DIED;
            if (port.compareAndSetLong(lock.word(), word, FutexWord.left(word, successor | kept))) {
                return;
            }
        }
    }

    private int wake(int tid) {
        int slot = Tid.slot(tid);
        return tid != 0 && slot < port.layout().maxTasks() && Parker.unpark(port, slot) ? 1 : 0;
    }
}
