package dev.tpfutex.examples.demo;

/**
 * A stop that is over.
 *
 * @param worker who was stopped
 * @param from when it was told to stop
 * @param to when it was told to go on
 * @param owner whether others saw it own the lock meanwhile, or it may have been reading
 */
record Stop(int worker, long from, long to, boolean owner) {

    /** Whether it explains that a thread of this worker got no lock. */
    boolean concerns(int waiter) {
        return owner || worker == waiter;
    }
}
