package dev.tpfutex.core;

/**
 * What one task has to do with one lock: how often it holds it, and whether the robust list says so. Used by the
 * task's thread only; {@link #thread} may be asked by any.
 */
public final class Hold {

    /** The hold of nobody on nothing. */
    public static final Hold NONE = new Hold(null, 0, -1, null);

    private final Task task;
    private final int tid;
    private final int lock;
    private final Thread thread;

    /** Whether an entry of the robust list names the lock; once taken away, this object is of no more use. */
    boolean listed;

    /** Whether the list is full, and the overflow word has to do instead. */
    boolean overflowing;

    /** How often the task holds the lock, 0 if it does not own it. */
    int count;

    /** The word to expect while the lock is held, 0 if it cannot be guessed. */
    long word;

    private boolean toldOfDeath;

    Hold(Task task, int tid, int lock, Thread thread) {
        this.task = task;
        this.tid = tid;
        this.lock = lock;
        this.thread = thread;
    }

    /** The task that holds. */
    public Task task() {
        return task;
    }

    /** The task's tid. */
    int tid() {
        return tid;
    }

    /** Index of the lock. */
    public int lock() {
        return lock;
    }

    /** The thread whose task it is for good; null if the task is one that threads borrow. */
    public Thread thread() {
        return thread;
    }

    /** Whether the lock may be taken with this object; otherwise it is to be asked for anew. */
    public boolean isListed() {
        return listed;
    }

    /** How often the task holds the lock, 0 if it does not own it. */
    public int count() {
        return count;
    }

    /** Whether the hold began with the news that an owner had died. */
    public boolean wasToldOfDeath() {
        return toldOfDeath;
    }

    /** The task is about to give the lock up, or could not get it: its word may still name the task. */
    void release() {
        count = 0;
        if (overflowing) {
            task.unlist(this);
        }
    }

    /** The task owns the lock now. */
    void begin(long heldWord, boolean ownerDied) {
        count = 1;
        word = heldWord;
        toldOfDeath = ownerDied;
    }
}
