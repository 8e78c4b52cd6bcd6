package dev.tpfutex.core;

/** A task's entry for one lock, and what the task has seen of the lock's word as a reader. Used by its thread only. */
abstract class OwnEntry {

    /** {@link #seen} when the word has to be looked at. */
    static final long UNKNOWN = Integer.toUnsignedLong(FutexWord.SHARED);

    private final int lock;

    /** What the entry says beside the state of the share. */
    private final int share;

    /** Offset of the entry in ints, so that the compiler knows it is aligned; 0 if there is none. */
    private long index;

    /**
     * The word as the task has joined or left the readers, for a guess. While the task is a reader: it is not in the
     * count if this is a biased word.
     */
    long seen;

    /** How often the task has met others at the word as it joined the readers. */
    private int meetings;

    OwnEntry(int lock, int tid) {
        this.lock = lock;
        this.share = RobustEntry.share(lock, tid);
    }

    /** Index of the lock. */
    public final int lock() {
        return lock;
    }

    /** Offset of the entry by which the task shows that it is a reader; 0 if it holds too many locks to have one. */
    final long entryAt() {
        return index * Integer.BYTES;
    }

    final void entryAt(long at) {
        index = at / Integer.BYTES;
    }

    final boolean hasEntry() {
        return index != 0;
    }

    final int idleEntry() {
        return RobustEntry.of(lock);
    }

    final int pendingEntry() {
        return RobustEntry.PENDING | share;
    }

    final int heldEntry() {
        return RobustEntry.HELD | share;
    }

    /** Whether the task became a reader by the count. */
    final boolean isCounted() {
        return !FutexWord.isBiased(seen);
    }

    /** Whether the task, a reader, is still not counted in the word: each recount raises the passage. */
    final boolean isUncounted(long now) {
        return FutexWord.isBiased(seen) && FutexWord.passage(seen) == FutexWord.passage(now);
    }

    /** The task has met others at the word; how often by now. */
    final int meetings() {
        return ++meetings;
    }

    final void forgetMeetings() {
        meetings = 0;
    }
}
