package dev.tpfutex.core;

/**
 * What one task has to do with one lock: how often it holds it, and which word to expect there. Used by the task's
 * thread only; {@link #isFor} may be asked by any.
 */
public final class Hold {

    /** The hold of nobody on nothing. */
    public static final Hold NONE = new Hold(null, 0, -1, null);

    private final Task task;
    private final int tid;
    private final long entry;
    private final int lock;
    private final Thread permanentThread;

    /** The thread that may lock and unlock with this object as it is; null if the task is to be asked for it anew. */
    private Thread user;

    /** Whether the robust list was full, and its overflow word has to do instead. */
    private boolean overflowing;

    /** Holds of the task beyond the first. */
    private int nested;

    /**
     * The futex word as it was when the task took the lock; or, with the lower half 0, as the task has left it: then
     * the lock is not held.
     */
    long word;

    private boolean toldOfDeath;

    Hold(Task task, int tid, int lock, Thread permanentThread) {
        this.task = task;
        this.tid = tid;
        this.entry = FutexWord.entry(tid);
        this.lock = lock;
        this.permanentThread = permanentThread;
    }

    /** The task that holds. */
    public Task task() {
        return task;
    }

    /** The task's tid. */
    int tid() {
        return tid;
    }

    /** What the task adds to a simply free word to own it. */
    long entry() {
        return entry;
    }

    /** Index of the lock. */
    public int lock() {
        return lock;
    }

    /**
     * Whether a thread may use this object as it is: it is the thread whose task this is for good, and the task's robust
     * list names the lock.
     */
    public boolean isFor(Thread thread) {
        return user == thread;
    }

    /** Whether the task owns the lock. */
    public boolean isHeld() {
        return FutexWord.seedWord(word) != 0;
    }

    /** How often the task holds the lock, 0 if it does not own it. */
    public int count() {
        return isHeld() ? nested + 1 : 0;
    }

    /** Whether the hold began with the news that an owner had died. */
    public boolean wasToldOfDeath() {
        return toldOfDeath;
    }

    // ---- for the robust list -------------------------------------------------------------------

    /** An entry of the list names the lock. */
    void listed() {
        user = permanentThread;
    }

    /** The entry has gone to another lock; once taken away, this object is of no more use. */
    void unlisted() {
        user = null;
    }

    /** There was no entry left. */
    void overflowed() {
        overflowing = true;
    }

    // ---- for the mutex -------------------------------------------------------------------------

    /** Whether one compare-and-exchange from {@link #word} gives the lock up, given that the task's list names it. */
    boolean isSimple() {
        return FutexWord.seedWord(word) == tid && nested == 0;
    }

    boolean isOverflowing() {
        return overflowing;
    }

    /** The task owns the lock now. */
    void begin(long heldWord, boolean ownerDied) {
        word = heldWord;
        toldOfDeath = ownerDied;
    }

    /** The owner locks once more. */
    void nest() {
        nested = Math.incrementExact(nested);
    }

    /** The owner unlocks once; false if that was the last time. */
    boolean unnest() {
        if (nested == 0) {
            return false;
        }
        nested--;
        return true;
    }

    /** The task is about to give the lock up, or could not get it: its word may still name the task. */
    void release() {
        nested = 0;
        word = FutexWord.left(word, 0);
        toldOfDeath = false;
        if (overflowing) {
            task.unlist(this);
        }
    }
}
