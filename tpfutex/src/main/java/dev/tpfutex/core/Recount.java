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

    public Recount(Port port) {
        this.port = port;
        this.tasks = new TaskTable(port);
    }

    /** Whether nobody may join or leave a shared word until it has been recounted. */
    static boolean isUnderWay(long word) {
        return FutexWord.isShared(word) && (FutexWord.seedWord(word) & FutexWord.RECOUNT) != 0;
    }

    /**
     * Sees to it that the word counts every reader but a dead one.
     *
     * @param dead tid of a task known to be dead, 0 for none
     * @return false if a live reader is just coming or going, perhaps stopped there; to be called again
     */
    public boolean run(Lock lock, int dead) {
        long word = begin(lock);
        while (FutexWord.isShared(word)) {
            int readers = count(lock, dead);
            if (readers < 0) {
                return false;
            }
            if (end(lock, word, readers)) {
                return true;
            }
            word = begin(lock);
        }
        return true;
    }

    /** As {@link #run} for nobody, unless somebody else has come to an end with it. */
    public boolean help(Lock lock) {
        return !isUnderWay(port.getLong(lock.word())) || run(lock, 0);
    }

    /** The word with RECOUNT in it; or as it is, if no readers have it. */
    private long begin(Lock lock) {
        for (;;) {
            long word = port.getLong(lock.word());
            if (!FutexWord.isShared(word) || isUnderWay(word)) {
                return word;
            }
            long begun = FutexWord.recounting(word);
            if (port.compareAndSetLong(lock.word(), word, begun)) {
                return begun;
            }
        }
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
        return LifeWord.isMarked(port, slot) || process < port.layout().maxProcesses() && port.processDead(process);
    }

    private void wake(int tid) {
        if (tid != 0 && Tid.slot(tid) < port.layout().maxTasks()) {
            Parker.unparkSurely(port, Tid.slot(tid));
        }
    }
}
