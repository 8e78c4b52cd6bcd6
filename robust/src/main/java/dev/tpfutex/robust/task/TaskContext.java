package dev.tpfutex.robust.task;

import dev.tpfutex.core.Task;
import java.util.HashSet;
import java.util.Set;

/**
 * A task and the thread that uses it now. A platform thread keeps its task until it ends; a virtual thread
 * borrows one while it holds or waits for locks, since there may be a million of them.
 */
public final class TaskContext {

    private final Task task;
    private final boolean borrowed;
    private final Set<Integer> toldOfDeath = new HashSet<>();
    private volatile Thread thread;

    TaskContext(Task task, Thread thread) {
        this.task = task;
        this.thread = thread;
        this.borrowed = thread.isVirtual();
    }

    /** The task in the space. */
    public Task task() {
        return task;
    }

    /** The thread that uses it, null while nobody does. */
    public Thread thread() {
        return thread;
    }

    /** Whether the task goes back to the pool as soon as it is idle. */
    public boolean isBorrowed() {
        return borrowed;
    }

    /** Whether it holds nothing and has nothing pending. Racy unless asked by its thread. */
    public boolean isIdle() {
        return task.robustList().isEmpty();
    }

    void use(Thread user) {
        thread = user;
    }

    /** Whether the current hold of a lock began with the news that an owner had died. */
    public boolean wasToldOfDeath(int lock) {
        return !toldOfDeath.isEmpty() && toldOfDeath.contains(lock);
    }

    /** Remembers that news for as long as the lock is held. */
    public void toldOfDeath(int lock) {
        toldOfDeath.add(lock);
    }

    /** The hold has ended. */
    public void released(int lock) {
        if (!toldOfDeath.isEmpty()) {
            toldOfDeath.remove(lock);
        }
    }
}
