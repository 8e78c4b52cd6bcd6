package dev.tpfutex.robust.task;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import java.util.HashSet;
import java.util.Set;

/**
 * A task and the thread that uses it now. A platform thread keeps its task until it ends; a virtual thread
 * borrows one while it holds or waits for locks, since there may be a million of them.
 */
public final class TaskContext extends Task {

    private final boolean borrowed;
    private final Set<Integer> toldOfDeath = new HashSet<>();
    private boolean needsCare;
    private volatile Thread thread;

    TaskContext(Port port, int tid, Thread thread) {
        super(port, tid);
        this.thread = thread;
        this.borrowed = thread.isVirtual();
        this.needsCare = borrowed;
    }

    /** The thread that uses it, null while nobody does. */
    public Thread thread() {
        return thread;
    }

    /** Whether the task goes back to the pool as soon as it is idle. */
    public boolean isBorrowed() {
        return borrowed;
    }

    /** Whether there is anything to do when a hold ends: it is borrowed, or has been told of a death. */
    public boolean needsCare() {
        return needsCare;
    }

    void use(Thread user) {
        thread = user;
    }

    /** Whether the current hold of a lock began with the news that an owner had died. */
    public boolean wasToldOfDeath(int lock) {
        return needsCare && toldOfDeath.contains(lock);
    }

    /** Remembers that news for as long as the lock is held. */
    public void toldOfDeath(int lock) {
        toldOfDeath.add(lock);
        needsCare = true;
    }

    /** The hold has ended. */
    public void forgetDeath(int lock) {
        toldOfDeath.remove(lock);
        needsCare = borrowed || !toldOfDeath.isEmpty();
    }
}
