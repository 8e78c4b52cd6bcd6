package dev.tpfutex.core;

/**
 * Puts right what an error (no stack, no memory) has left half-done in a thread that lives on. What its {@link Hold} says
 * counts: what was to be taken is not taken then, what was to be given up is given up, and lock and entry are brought to
 * that. Nobody is told of a death: the error came before the critical section or after it.
 *
 * <p>May itself run into the same error. The hold stays {@linkplain Hold#isDoubtful doubtful} then, and the thread's next
 * operation on the lock begins with this.
 */
final class Aftermath {

    private final Port port;
    private final Share share;
    private final TopWaiter topWaiter;
    private final WaitQueue queue;
    private final UnlockPath unlockPath;

    Aftermath(Port port, Share share, TopWaiter topWaiter) {
        this.port = port;
        this.share = share;
        this.topWaiter = topWaiter;
        this.queue = new WaitQueue(port);
        this.unlockPath = new UnlockPath(port);
    }

    /** Has lock and hold agree. Only for the hold's thread. */
    void settle(Hold hold, Lock lock) {
        hold.forgetAttempts();
        if (!hold.isUpgradable()) {
            leaveTurn(hold.task(), lock);
        }
        if (hold.isHeld()) {
            // It was the owner before, and is.
            hold.trust();
            return;
        }
        boolean named = FutexWord.tid(port.getLong(lock.word())) == hold.tid();
        if (hold.readCount() > 0) {
            goOnAsReader(hold, lock, named);
        } else {
            share.abandon(lock, hold);
            if (named) {
                unlockPath.unlock(hold.task(), lock);
            }
        }
        hold.trust();
    }

    /** The role before the lock: once it is gone nobody can hand the lock over any more. */
    private void leaveTurn(Task task, Lock lock) {
        Wait wait = Wait.exclusive(task, lock, false, 0, false);
        queue.abandon(wait);
        if (topWaiter.giveUp(wait, Errno.EINTR.result()) >= 0) {
            unlockPath.unlock(task, lock);
        }
        topWaiter.leaveRole(task, lock);
    }

    private void goOnAsReader(Hold hold, Lock lock, boolean named) {
        if (named) {
            share.downgrade(lock, hold);
        } else if (hold.hasEntry()) {
            port.putIntOrdered(hold.entryAt(), hold.heldEntry());
        }
    }
}
