package dev.tpfutex.robust.task;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;

/**
 * A task and the thread that uses it now. A platform thread keeps its task until it ends; a virtual thread
 * borrows one while it holds or waits for locks, since there may be a million of them.
 */
public final class TaskContext extends Task {

    private final boolean borrowed;
    private volatile Thread thread;

    TaskContext(Port port, int tid, Thread thread) {
        super(port, tid, thread.isVirtual() ? null : thread);
        this.thread = thread;
        this.borrowed = thread.isVirtual();
    }

    /** The thread that uses it, null while nobody does. */
    public Thread thread() {
        return thread;
    }

    /** Whether the task goes back to the pool as soon as it is idle. */
    public boolean isBorrowed() {
        return borrowed;
    }

    void use(Thread user) {
        thread = user;
    }
}
