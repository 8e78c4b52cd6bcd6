package dev.tpfutex.core;

/**
 * Sets the count of a shared word anew from the readers' own entries ({@link RobustEntry}): when a reader has died, of
 * whom nobody can say whether it is in the count, and when readers that are not in it have to be counted because a
 * writer has come.
 *
 * <p>First RECOUNT goes into the word. It stops all who would change the count: those that read the word before fail
 * in their compare-and-exchange, because the passage goes up by two with it, so that the word never looks again as it
 * did. Then nobody becomes a reader or ceases to be one, but for those whose compare-and-exchange was done already;
 * their entries say so, and are waited for. What is counted then stays true until the word is set.
 *
 * <p>Whoever takes back a dead task's share first marks the task as dying ({@link TaskControl}), so that no recount that
 * begins later counts the share. One that had begun before cannot end later: it is the same recount then, which only one
 * can end.
 *
 * <p>Any number of tasks may recount at once, one may die half-way and another go on: only the last step writes, by a
 * compare-and-exchange of the word that was counted for.
 */
public final class Recount {

    private final Port port;
    private final TaskTable tasks;
    private final Bias bias;

    public Recount(Port port) {
        this.port = port;
        this.tasks = new TaskTable(port);
        this.bias = new Bias(port);
    }

    /** Whether nobody may join or leave a shared word until it has been recounted. */
    static boolean isUnderWay(long word) {
        return FutexWord.isShared(word) && (FutexWord.seedWord(word) & FutexWord.RECOUNT) != 0;
    }

    /**
     * Takes a dead task's share out of the count, if it is in it.
     *
     * @param dead marked as dying
     * @return false if a live reader is just coming or going, perhaps stopped there; to be called again
     */
    public boolean without(Lock lock, int dead) {
        // One that is under way may have counted the share before the mark: then a new one has to follow.
        for (boolean ours = false;;) {
            long word = port.getLong(lock.word());
            if (!FutexWord.isShared(word)) {
                return true;
            }
            if (!isUnderWay(word)) {
                if (ours) {
                    return true;
                }
                ours = begin(lock, word);
                continue;
            }
            Outcome outcome = carryOn(lock, word, dead);
            if (outcome == Outcome.UNDECIDED) {
                return false;
            }
            if (outcome == Outcome.ENDED || outcome == Outcome.ENDED_BY_ANOTHER && ours) {
                return true;
            }
        }
    }

    /** Has readers counted who were not, because a writer has come; false as above. */
    boolean ofBiased(Lock lock) {
        long word = port.getLong(lock.word());
        if (FutexWord.isShared(word) && (FutexWord.seedWord(word) & FutexWord.BIASED) != 0 && begin(lock, word)) {
            bias.revoking(lock);
        }
        return help(lock);
    }

    /** Carries on with a recount that is under way, and does not begin one; false as above. */
    public boolean help(Lock lock) {
        for (;;) {
            long word = port.getLong(lock.word());
            if (!isUnderWay(word)) {
                return true;
            }
            Outcome outcome = carryOn(lock, word, 0);
            if (outcome != Outcome.WORD_HAS_CHANGED) {
                return outcome != Outcome.UNDECIDED;
            }
        }
    }

    /**
     * Has a count set anew that nobody but {@code asker} stands for: somebody else has written to the word.
     *
     * @param word as it was seen before the look at the entries; if it has changed there is no doubt any more
     */
    void ofNobody(Lock lock, long word, int asker) {
        if (begin(lock, word)) {
            port.barrierForAll();
            boolean nobody = Readers.isNobodyShown(port, lock, asker);
            long now = port.getLong(lock.word());
            // Only now: while the same recount is under way nobody comes or goes.
            if (nobody && isUnderWay(now) && FutexWord.passage(now) == FutexWord.passage(FutexWord.recounting(word))) {
                port.corrupt(lock.word(), "it counts " + FutexWord.readers(word) + " readers, who are nobody");
            }
            help(lock);
        }
    }

    private enum Outcome {
        ENDED,
        ENDED_BY_ANOTHER,
        /** A flag has been set meanwhile, and the recount is under way still. */
        WORD_HAS_CHANGED,
        /** A live reader is just coming or going. */
        UNDECIDED
    }

    private boolean begin(Lock lock, long word) {
        boolean begun = port.compareAndSetLong(lock.word(), word, FutexWord.recounting(word));
        if (begun) {
            Counters.recounted(port, lock);
        }
        return begun;
    }

    private Outcome carryOn(Lock lock, long word, int dead) {
        // Also for a recount that another has begun, who may have died before this.
        port.barrierForAll();
        int readers = count(lock, dead);
        if (readers < 0) {
            return Outcome.UNDECIDED;
        }
        if (end(lock, word, readers)) {
            return Outcome.ENDED;
        }
        long now = port.getLong(lock.word());
        boolean same = isUnderWay(now) && FutexWord.passage(now) == FutexWord.passage(word);
        return same ? Outcome.WORD_HAS_CHANGED : Outcome.ENDED_BY_ANOTHER;
    }

    /** Without readers the lock becomes free, or goes to the one to whom a reader has begun to pass it. */
    private boolean end(Lock lock, long word, int readers) {
        long top = port.getLong(lock.top());
        int heir = TopWord.has(top, TopWord.CLAIMED) ? TopWord.tid(top) : 0;
        int shared = FutexWord.SHARED | readers | FutexWord.seedWord(word) & FutexWord.WAITERS;
        long counted = FutexWord.with(word, readers > 0 ? shared : heir);
        if (!port.compareAndSetLong(lock.word(), word, counted)) {
            return false;
        }
        bias.revoked(lock);
        wake(TopWord.tid(port.getLong(lock.top())));
        return true;
    }

    /** How many live tasks are readers; negative if that is not decided for one of them. */
    private int count(Lock lock, int dead) {
        int readers = 0;
        int high = tasks.high();
        for (int slot = 0; slot < high; slot++) {
            int share = Readers.share(port, tasks, slot, lock, dead);
            if (share != 0 && !RobustEntry.isPending(share)) {
                readers++;
            } else if (share != 0 && !isDead(slot)) {
                return -1;
            }
        }
        return readers;
    }

    /** Asked only about those that are waited for: their own clean-up recounts again. */
    private boolean isDead(int slot) {
        int process = TaskControl.process(port.getLong(tasks.control(slot)));
        return tasks.isKnownDead(slot, process);
    }

    private void wake(int tid) {
        if (tid != 0 && Tid.slot(tid) < port.layout().maxTasks()) {
            Parker.unparkSurely(port, Tid.slot(tid));
        }
    }
}
