package dev.tpfutex.core;

/**
 * How the one upgradable reader becomes the owner. It is the top waiter all the while, so that nobody else waits for the
 * last reader to leave; writers that queue up behind it come later.
 */
final class Upgrade {

    private final Port port;
    private final Share share;

    Upgrade(Port port, Share share) {
        this.port = port;
        this.share = share;
    }

    /** A status, and the caller is the owner; or ETIMEDOUT or EINTR, and it is still a reader. */
    int run(Wait wait) {
        Lock lock = wait.lock();
        Patience patience = new Patience(port, wait);
        for (;;) {
            share.settle(lock, true);
            long word = port.getLong(lock.word());
            if (isAlone(wait, word) && share.upgrade(lock, wait.reader(), word)) {
                return Status.of(Status.ACQUIRED, wait.sleeps());
            }
            long now = port.nanoTime();
            int reason = wait.reasonToStop(port, now);
            if (reason != 0) {
                share.letReadersIn(lock);
                Doorbell.ring(port);
                return reason;
            }
            if (!isAlone(wait, word)) {
                waitABit(wait, patience, word, now);
            }
        }
    }

    /** Whether no other reader is left; one without an entry has always been the owner, only not inside. */
    private static boolean isAlone(Wait wait, long word) {
        return wait.reader().entryAt() == 0 || FutexWord.isOnlyReader(word);
    }

    private void waitABit(Wait wait, Patience patience, long word, long now) {
        patience.observe(word, now);
        // No more readers may join; and the last but one has to come by.
        boolean told = FutexWord.hasWaiters(word)
                || port.compareAndSetLong(wait.lock().word(), word, FutexWord.with(word, FutexWord.seedWord(word)
                        | FutexWord.WAITERS));
        if (told && patience.shouldSleep(word, now)) {
            share.doubt(wait.lock(), word, wait.task().tid());
            wait.park(port, now, Recount.isUnderWay(word) ? Share.RECOUNT_NANOS : TopWaiter.PARK_NANOS, null);
            patience.slept();
        } else {
            patience.relax(word);
        }
    }
}
