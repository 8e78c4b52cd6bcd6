package dev.tpfutex.core;

/**
 * What one task has to do with one lock: how often it holds it, and which word to expect there. Used by the task's
 * thread only; {@link #isFor} may be asked by any.
 */
public final class Hold extends OwnEntry {

    /** The hold of nobody on nothing. */
    public static final Hold NONE = new Hold(null, 0, -1, null);

    /** A gate: the task does not read, and has an entry to show that it does. This and the next count the reads. */
    static final int NO_READ = 0;

    /** The task reads, once, and is not upgradable. */
    static final int ONE_READ = 1;

    /** Anything else. */
    static final int LONG_WAY = 2;

    /** What a lock's word never is: nobody owns it, who is inside. */
    static final long NEVER = 1L << Integer.SIZE;

    private final Task task;
    private final int tid;
    private final long entry;
    private final Thread permanentThread;

    /** The thread that may lock and unlock with this object as it is; null if the task is to be asked for it anew. */
    private Thread user;

    /** Whether the robust list was full, and its overflow word has to do instead. */
    private boolean overflowing;

    /**
     * Holds of the task beyond the first one as the owner, {@link #reads} among them; but not a read for which damage to the
     * lock's word has let the owner join the readers on the short way.
     */
    private int nested;

    /** Holds of the task as a reader, of one share or inside the hold of the owner, if the {@link #gate} is LONG_WAY. */
    int reads;

    /** What a read lock and its unlock have to think of; while the task is the owner it may say what was before. */
    int gate = LONG_WAY;

    /** How many of the {@link #reads} are upgradable. */
    int upgradables;

    /**
     * The futex word as it was when the task took the lock; or, with the lower half 0, as the task has left it: then
     * the lock is not held. WAITERS is set here also when something else makes the unlocker go the long way.
     */
    long word;

    private boolean toldOfDeath;

    /**
     * Whether an error (no stack, no memory) has ended an operation half-way, so that the lock may say something else than
     * this object. Set by plain assignments, since for a call there may be no room; and together with LONG_WAY and, in a
     * {@link #word} that is not held, with what the lock's word is not, so that each operation looks first
     * ({@link Aftermath}).
     */
    boolean doubtful;

    Hold(Task task, int tid, int lock, Thread permanentThread) {
        super(lock, tid);
        this.task = task;
        this.tid = tid;
        this.entry = FutexWord.entry(tid);
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

    /** How often the task holds the lock as its owner, 0 if it does not own it. */
    public int count() {
        return isHeld() ? Math.max(nested - readCount(), 0) + 1 : 0;
    }

    /** How often the task holds the lock as a reader. */
    public int readCount() {
        return gate == LONG_WAY ? reads : gate;
    }

    /** Whether the task is a reader, or the owner. */
    public boolean isBusy() {
        return isHeld() || readCount() > 0;
    }

    /** Whether the hold began with the news that an owner had died. */
    public boolean wasToldOfDeath() {
        return toldOfDeath;
    }

    /** Whether the hold's entry must not go to another lock: it is busy, or nobody knows. */
    boolean isInUse() {
        return isBusy() || doubtful;
    }

    // ---- after an error --------------------------------------------------------------------------

    boolean isDoubtful() {
        return doubtful;
    }

    /** What the task holds now, and not what it was about to hold: only what it reads, unless it is the owner. */
    void forgetAttempts() {
        if (!isHeld()) {
            nested = 0;
            toldOfDeath = false;
        }
        if (readCount() == 0) {
            upgradables = 0;
        }
    }

    /** Lock and hold agree. */
    void trust() {
        doubtful = false;
        countReads();
        simplify();
    }

    // ---- for the robust list -------------------------------------------------------------------

    /** The entry at {@code at} of the list names the lock. */
    void listed(long at) {
        entryAt(at);
        gate = NO_READ;
        user = permanentThread;
    }

    /** The entry has gone to another lock; once taken away, this object is of no more use. */
    void unlisted() {
        entryAt(0);
        gate = LONG_WAY;
        user = null;
    }

    /** There was no entry left. */
    void overflowed() {
        overflowing = true;
    }

    // ---- for the mutex -------------------------------------------------------------------------

    /** Whether one compare-and-exchange from {@link #word} gives the lock up, given that the task's list names it. */
    boolean isSimple() {
        return FutexWord.seedWord(word) > 0;
    }

    boolean isOverflowing() {
        return overflowing;
    }

    /** The task owns the lock now. */
    void begin(long heldWord, boolean ownerDied) {
        word = heldWord;
        toldOfDeath = ownerDied;
        if (FutexWord.ownerDied(heldWord)) {
            goTheLongWay();
        }
    }

    /** The owner locks once more. */
    void nest() {
        int more = Math.incrementExact(nested);
        goTheLongWay();
        nested = more;
    }

    private void goTheLongWay() {
        word = FutexWord.with(word, FutexWord.seedWord(word) | FutexWord.WAITERS);
    }

    /** The owner unlocks once; false if that was the last time. */
    boolean unnest() {
        if (nested <= readCount()) {
            return false;
        }
        lowerNested();
        return true;
    }

    private void lowerNested() {
        if (nested == 0) {
            return;
        }
        // Should the lock's word have WAITERS, the compare-and-exchange will find out.
        boolean simple = nested == 1 && !FutexWord.ownerDied(word);
        long next = simple ? FutexWord.with(word, tid) : word;
        nested--;
        word = next;
    }

    /** The task is about to give the lock up, or could not get it: its word may still name the task. */
    void release() {
        int free = hasEntry() ? NO_READ : LONG_WAY;
        word = FutexWord.left(word, 0);
        nested = 0;
        reads = 0;
        upgradables = 0;
        gate = free;
        toldOfDeath = false;
        if (overflowing) {
            task.unlist(this);
        }
    }

    // ---- for readers ---------------------------------------------------------------------------

    /** Whether the task does not read and has an entry by which to show that it does; it may be the owner. */
    boolean mayRead() {
        return gate == NO_READ;
    }

    /** Whether to unlock once is to cease to be a reader, and that is all. */
    boolean isOneRead() {
        return gate == ONE_READ;
    }

    /** The task, which has an entry and is not the owner, is a reader now. */
    void beginRead() {
        gate = ONE_READ;
    }

    /** The task, of which this was the only hold, is a reader no longer. */
    void endRead() {
        gate = NO_READ;
    }

    /** The count of the reads is kept. */
    private void countReads() {
        reads = readCount();
        gate = LONG_WAY;
    }

    /** The count of the reads may not have to be kept. */
    private void simplify() {
        if (hasEntry() && !isHeld() && upgradables == 0 && reads <= 1) {
            gate = reads == 0 ? NO_READ : ONE_READ;
        }
    }

    /** The reader, or the owner as a reader, locks once more. */
    void read() {
        int more = Math.incrementExact(readCount());
        if (isHeld()) {
            nest();
        }
        reads = more;
        gate = LONG_WAY;
        simplify();
    }

    /** The reader, or the owner as a reader, unlocks once. */
    void unread() {
        int less = readCount() - 1;
        if (isHeld()) {
            lowerNested();
        }
        reads = less;
        gate = LONG_WAY;
        simplify();
    }

    /** Whether the task is the upgradable reader. */
    public boolean isUpgradable() {
        return upgradables > 0;
    }

    /** How often the task holds the lock as the upgradable reader. */
    public int upgradableCount() {
        return upgradables;
    }

    void readUpgradably() {
        read();
        countReads();
        upgradables++;
    }

    /** One of the read holds is not an upgradable one any more; true if that was the last upgradable one. */
    boolean unreadUpgradably() {
        upgradables--;
        simplify();
        return upgradables == 0;
    }

    /** The owner has become a reader: what it held as the owner has ended. */
    void downgraded() {
        word = FutexWord.left(word, 0);
        nested = 0;
        toldOfDeath = false;
        simplify();
    }

    /** The reader has become the owner, and holds its reads inside. */
    void upgraded(long heldWord) {
        nested = readCount();
        word = heldWord;
        goTheLongWay();
    }
}
