package dev.tpfutex.bench.lock;

/**
 * A mutex that is measured: this process's end of it. Not reentrant. Each method is given the calling thread's own
 * {@link Tally}, in which slow ways are counted; the fast ones count nothing.
 */
public interface TestedMutex {

    /**
     * Waits as long as it takes.
     *
     * @param tally of the calling thread
     */
    void lock(Tally tally);

    /**
     * Waits no longer than some time.
     *
     * @param tally of the calling thread
     * @param nanos how long to wait at most
     * @return whether the caller has the lock now
     */
    boolean lock(Tally tally, long nanos);

    /**
     * Gives the lock back; only its owner calls this.
     *
     * @param tally of the calling thread
     */
    void unlock(Tally tally);

    /**
     * What is left in the lock's word while nobody has it.
     *
     * @return 0, or something is wrong
     */
    long residue();

    /**
     * Adds what the lock itself has counted, for all processes, to a tally. Called while the threads that used it are
     * still there, since what they counted may go with them.
     *
     * @param total where to
     */
    default void addTo(Tally total) {}
}
