package dev.tpfutex.bench.lock;

/** A reader-writer lock that is measured. What {@link TestedMutex} has is its writers' side. */
public interface TestedRwLock extends TestedMutex {

    /**
     * Begins to read, and waits for that as long as it takes.
     *
     * @param tally of the calling thread
     */
    void lockShared(Tally tally);

    /**
     * Begins to read.
     *
     * @param tally of the calling thread
     * @param nanos how long to wait at most
     * @return whether the caller may read now
     */
    boolean lockShared(Tally tally, long nanos);

    /**
     * Ends to read.
     *
     * @param tally of the calling thread
     */
    void unlockShared(Tally tally);
}
