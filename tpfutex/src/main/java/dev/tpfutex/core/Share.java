package dev.tpfutex.core;

/**
 * Becoming a reader of a lock and ceasing to be one, whatever is in the way (TP futexes v6, patch 16); by the steps of
 * {@link ReaderSteps}.
 *
 * <p>Thread-safe: each thread comes with its own {@link Hold}.
 */
final class Share {

    /** Sleep between two looks at a count that is being set anew: a reader may be stopped just while it comes or goes. */
    static final long RECOUNT_NANOS = 1_000_000;

    private final Port port;
    private final Recount recount;
    private final UnlockPath unlockPath;
    private final Bias bias;

    Share(Port port) {
        this.port = port;
        this.recount = new Recount(port);
        this.unlockPath = new UnlockPath(port);
        this.bias = new Bias(port);
    }

    /**
     * Joins the readers, or becomes the first of them if the word is 0.
     *
     * @param hold listed, not a reader's yet
     * @param obstacles flags of the word that forbid it
     * @param metOthers whether the task has tried already, and met others at the word
     * @return false if the word forbids it, or the task holds too many locks to have an entry for this one
     */
    boolean join(Lock lock, Hold hold, int obstacles, boolean metOthers) {
        if (hold.entryAt() == 0) {
            return false;
        }
        for (boolean met = metOthers;; met = true) {
            long word = port.getLong(lock.word());
            if (FutexWord.isBiased(word)) {
                if (ReaderSteps.show(port, lock.word(), hold)) {
                    return true;
                }
            } else if (!FutexWord.isJoinable(word, obstacles)) {
                return false;
            } else if (ReaderSteps.count(port, lock.word(), hold, word, FutexWord.joined(word))) {
                bias.joined(lock, hold, met);
                return true;
            }
        }
    }

    /** The owner becomes a reader, and lets others join. */
    void downgrade(Lock lock, Hold hold) {
        long word = hold.entryAt() == 0 ? goOnAlone(lock) : goOnAmongOthers(lock, hold);
        if (hold.isUpgradable()) {
            // It is the top waiter itself, and waits for nobody any more.
            letReadersIn(lock);
        } else if (FutexWord.hasWaiters(word)) {
            unlockPath.wakeTop(lock);
        }
        if (TopWord.has(port.getLong(lock.top()), TopWord.QUEUED)) {
            Doorbell.ring(port);
        }
    }

    /** Has readers leave the word alone from now on, if nothing speaks against it. */
    void offerBias(Lock lock, Hold hold) {
        bias.offer(lock, hold);
    }

    private long goOnAmongOthers(Lock lock, Hold hold) {
        port.putIntOrdered(hold.entryAt(), hold.pendingEntry());
        long word;
        do {
            word = port.getLong(lock.word());
        } while (!port.compareAndSetLong(lock.word(), word, FutexWord.downgraded(word)));
        port.putIntOrdered(hold.entryAt(), hold.heldEntry());
        hold.seen = FutexWord.downgraded(word);
        return word;
    }

    /** It remains in the word, since it cannot show elsewhere that it reads; but its death will not tear anything. */
    private long goOnAlone(Lock lock) {
        long word;
        do {
            word = port.getLong(lock.word());
        } while (!port.compareAndSetLong(lock.word(), word, FutexWord.left(word, FutexWord.seedWord(word))));
        return word;
    }

    /** The top waiter needs WAITERS no longer, which keeps newcomers from joining the readers. */
    void letReadersIn(Lock lock) {
        for (;;) {
            long word = port.getLong(lock.word());
            if (!FutexWord.isShared(word)
                    || !FutexWord.hasWaiters(word)
                    || (FutexWord.seedWord(word) & FutexWord.SHARED_UNLOCK) != 0) {
                return;
            }
            long open = FutexWord.with(word, FutexWord.seedWord(word) & ~FutexWord.WAITERS);
            if (port.compareAndSetLong(lock.word(), word, open)) {
                // Another may be the top waiter by now, and sleep because the flag was there.
                unlockPath.wakeTop(lock);
                return;
            }
        }
    }

    /** Gives up what was just acquired: a share, or the lock itself. */
    void giveBack(Lock lock, Hold hold) {
        if (FutexWord.tid(port.getLong(lock.word())) == hold.tid()) {
            unlockPath.unlock(hold.task(), lock);
        } else {
            leave(lock, hold);
        }
    }

    /** Whatever an error has left of an attempt of the caller's to become a reader: it is none. */
    void abandon(Lock lock, Hold hold) {
        if (hold.hasEntry() && port.getInt(hold.entryAt()) != hold.idleEntry()) {
            // So that no recount of others counts it meanwhile.
            port.getAndSetInt(hold.entryAt(), hold.pendingEntry());
            while (!recount.without(lock, hold.tid())) {
                port.yieldProcessor();
            }
            port.putIntOrdered(hold.entryAt(), hold.idleEntry());
        }
    }

    /** Has the count set anew if it cannot go down: no task but {@code asker} shows that it reads. */
    void doubt(Lock lock, long word, int asker) {
        boolean settled = (FutexWord.seedWord(word) & (FutexWord.RECOUNT | FutexWord.BIASED)) == 0;
        if (FutexWord.isShared(word) && settled && Readers.isNobodyShown(port, lock, asker)) {
            recount.ofNobody(lock, word, asker);
        }
    }

    /** The only reader, counted in {@code word}, becomes the owner and is inside; false if the word has changed. */
    boolean upgrade(Lock lock, Hold hold, long word) {
        long mine = FutexWord.entered(word, hold.tid() | FutexWord.seedWord(word) & FutexWord.WAITERS);
        boolean listed = hold.entryAt() != 0;
        if (listed) {
            port.putIntOrdered(hold.entryAt(), hold.pendingEntry());
        }
        boolean upgraded = port.compareAndSetLong(lock.word(), word, mine);
        if (listed) {
            port.putIntOrdered(hold.entryAt(), upgraded ? hold.idleEntry() : hold.heldEntry());
        }
        if (upgraded) {
            hold.upgraded(mine);
        }
        return upgraded;
    }

    /** Ceases to be a reader; how many tasks were woken. */
    int leave(Lock lock, Hold hold) {
        for (;;) {
            ReaderSteps.announceLeave(port, hold);
            long word = port.getLong(lock.word());
            if (hold.isUncounted(word)) {
                port.putIntOrdered(hold.entryAt(), hold.idleEntry());
                return 0;
            }
            if (Recount.isUnderWay(word)) {
                port.putIntOrdered(hold.entryAt(), hold.heldEntry());
                awaitRecount(lock, hold);
            } else if (FutexWord.readers(word) == 0 || !FutexWord.isShared(word)) {
                port.corrupt(lock.word(), "a reader has been taken out of it while it held the lock");
                port.putIntOrdered(hold.entryAt(), hold.idleEntry());
                return Errno.EPERM.result();
            } else if (port.compareAndSetLong(lock.word(), word, FutexWord.leftByReader(word))) {
                int woken = passOn(lock, hold, word);
                port.putIntOrdered(hold.entryAt(), hold.idleEntry());
                return woken;
            }
        }
    }

    /** The count has been lowered: to nothing, with others waiting, and then this task has to pass the lock on. */
    private int passOn(Lock lock, Hold hold, long before) {
        long left = FutexWord.leftByReader(before);
        if ((FutexWord.seedWord(left) & FutexWord.SHARED_UNLOCK) != 0) {
            return unlockPath.unlock(hold.task(), lock);
        }
        // With one reader left, that one may be waiting to become the owner.
        return FutexWord.hasWaiters(left) && FutexWord.readers(left) == 1 ? unlockPath.wakeTop(lock) : 0;
    }

    private void awaitRecount(Lock lock, Hold hold) {
        while (!recount.help(lock)) {
            Parker.park(port, hold.task(), RECOUNT_NANOS, false, null);
        }
    }

    /**
     * Has a word whose count is not to be trusted counted anew; {@code forWriter} also one that readers have left
     * alone. False if that needs another call.
     */
    boolean settle(Lock lock, boolean forWriter) {
        return forWriter ? recount.ofBiased(lock) : recount.help(lock);
    }
}
