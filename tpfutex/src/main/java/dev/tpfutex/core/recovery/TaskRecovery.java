package dev.tpfutex.core.recovery;

import dev.tpfutex.core.Doorbell;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.LostOwner;
import dev.tpfutex.core.Parker;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Recount;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * Cleans up after one dead task. Any number of cleaners may do so at once, one may die half-way and another
 * begin anew, and one may be stopped and go on when the slot has a new holder: each step is a
 * compare-and-exchange on a value that names the dead task, or a wake-up, which is harmless.
 *
 * <p>The caller knows that the task is dead: its process is, or its thread has ended.
 */
public final class TaskRecovery {

    private final Port port;
    private final TaskTable tasks;
    private final Recount recount;

    public TaskRecovery(Port port) {
        this.port = port;
        this.tasks = new TaskTable(port);
        this.recount = new Recount(port);
    }

    /**
     * Takes the task out of every word and frees its slot.
     *
     * @return false if a lock is just being handed to the task, so that its id must live on; to be called
     *     again
     */
    public boolean clean(int tid) {
        if (!tasks.isIssued(tid)) {
            return true;
        }
        boolean done = takeOut(tid);
        if (done) {
            free(tid);
        }
        // Its place in a queue, a role kept for it, a lock it has freed: others may go on.
        Doorbell.ring(port);
        return done;
    }

    /** As {@link #clean}, but the slot stays issued: the kernel may still write into it. */
    public void release(int tid) {
        if (tasks.isIssued(tid)) {
            takeOut(tid);
            Doorbell.ring(port);
        }
    }

    private void free(int tid) {
        long control = port.getLong(tasks.control(Tid.slot(tid)));
        if (TaskControl.isIssued(control, tid)) {
            tasks.free(control, Tid.slot(tid));
        }
    }

    private boolean takeOut(int tid) {
        boolean done = cleanEntries(tid) & cleanOverflow(tid);
        leaveQueue(tid);
        return done;
    }

    private boolean cleanEntries(int tid) {
        boolean done = true;
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            done &= cleanEntry(tid, TaskLayout.ENTRIES + (long) i * Integer.BYTES);
        }
        return done & cleanEntry(tid, TaskLayout.OVERFLOW_PENDING);
    }

    /** Whether the robust list of a slot names a lock. */
    boolean lists(int slot, int lock) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            long at = port.layout().task(slot) + TaskLayout.ENTRIES + (long) i * Integer.BYTES;
            if (RobustEntry.lock(port.getInt(at)) == lock) {
                return true;
            }
        }
        return port.getInt(port.layout().task(slot) + TaskLayout.OVERFLOW) != 0;
    }

    private boolean cleanEntry(int tid, long field) {
        long at = port.layout().task(Tid.slot(tid)) + field;
        int entry = port.getInt(at);
        int index = RobustEntry.lock(entry);
        if (index >= port.layout().maxLocks()) {
            port.corrupt(at, "robust entry names lock " + index);
            return true;
        }
        if (index < 0) {
            return true;
        }
        Lock lock = new Lock(port.layout(), index);
        return cleanLock(tid, lock) && (!RobustEntry.isShare(entry, tid) || takeBackShare(tid, lock));
    }

    private boolean takeBackShare(int tid, Lock lock) {
        // First: once this recount is done, none that is begun later may count the share again.
        return !tasks.markDying(tid) || recount.without(lock, tid);
    }

    /** The task held more locks than fit its list: asks each lock of the space. */
    private boolean cleanOverflow(int tid) {
        if (port.getInt(port.layout().task(Tid.slot(tid)) + TaskLayout.OVERFLOW) == 0) {
            return true;
        }
        boolean done = true;
        for (int i = 0; i < port.layout().maxLocks(); i++) {
            Lock lock = new Lock(port.layout(), i);
            if (FutexWord.tid(port.getLong(lock.word())) == tid) {
                done &= cleanLock(tid, lock);
            }
        }
        return done;
    }

    private boolean cleanLock(int tid, Lock lock) {
        // The role first: once it is gone nobody can hand the lock to the dead any more.
        if (!withdrawRole(tid, lock)) {
            return false;
        }
        LostOwner.release(port, lock, tid);
        // It may have begun to count readers, for whom nobody else may come to go on with it.
        recount.help(lock);
        // Even if it did not own the lock: it may have died between its store and its wake-up.
        wakeTop(lock);
        return true;
    }

    private boolean withdrawRole(int tid, Lock lock) {
        for (;;) {
            long top = port.getLong(lock.top());
            if (TopWord.tid(top) != tid) {
                return true;
            }
            long word = port.getLong(lock.word());
            boolean claimed = TopWord.has(top, TopWord.CLAIMED);
            if (claimed && FutexWord.tid(word) != tid && !FutexWord.isFree(word)) {
                return false;
            }
            if (port.compareAndSetLong(lock.top(), top, top & ~TopWord.ROLE)) {
                if (claimed && FutexWord.isFree(word)) {
                    port.corrupt(lock.top(), "a hand-off is claimed, but nobody owns the lock");
                }
                return true;
            }
        }
    }

    void wakeTop(Lock lock) {
        int top = TopWord.tid(port.getLong(lock.top()));
        if (top != 0 && Tid.slot(top) < port.layout().maxTasks()) {
            Parker.unparkSurely(port, Tid.slot(top));
        }
    }

    private void leaveQueue(int tid) {
        long at = port.layout().task(Tid.slot(tid)) + TaskLayout.WAIT;
        long wait = port.getLong(at);
        // Looked at in this order, the ticket is one of the dead task's and of nobody after it.
        if (WaitWord.state(wait) != WaitWord.IDLE && tasks.isIssued(tid)) {
            port.compareAndSetLong(at, wait, WaitWord.of(WaitWord.ticket(wait), WaitWord.IDLE));
        }
    }
}
