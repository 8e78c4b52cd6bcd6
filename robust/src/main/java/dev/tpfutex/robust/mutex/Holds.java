package dev.tpfutex.robust.mutex;

import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.Hold;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.robust.task.TaskRegistry;

/**
 * Finds the calling thread's {@link Hold} of one mutex. The thread that used the mutex most of late is found without
 * a look into its thread-locals, which would cost as much as the lock itself.
 */
final class Holds {

    /** Look-ups by one thread before it takes the place of the recent one. */
    private static final int PATIENCE = 16;

    private final MutexContext space;
    private final TaskRegistry tasks;
    private final FutexMutex mutex;

    /** Racy on purpose: whatever a thread reads here, it uses only if it is its own. */
    private Hold recent = Hold.NONE;

    private int strangers;

    Holds(MutexContext space, FutexMutex mutex) {
        this.space = space;
        this.tasks = space.tasks();
        this.mutex = mutex;
    }

    /** To lock with; throws if there is no task for the thread. */
    Hold toLock() {
        Hold hold = recent;
        return hold.thread() == Thread.currentThread() && hold.isListed() ? hold : prepare();
    }

    /** To unlock with; null if the thread cannot hold the mutex. */
    Hold toUnlock() {
        Hold hold = recent;
        return hold.thread() == Thread.currentThread() && hold.isListed() ? hold : find();
    }

    private Hold find() {
        TaskContext context = tasks.currentOrNull();
        return context == null ? null : mutex.find(context);
    }

    private Hold prepare() {
        TaskContext context = tasks.current();
        Hold hold = mutex.prepare(context != null ? context : space.taskOrThrow());
        if (hold.thread() != null && (recent == Hold.NONE || ++strangers % PATIENCE == 0)) {
            recent = hold;
        }
        return hold;
    }
}
