package dev.tpfutex.examples.demo;

/**
 * A thread that waited for the lock for very long.
 *
 * @param worker its worker
 * @param thread its index there
 * @param began when it asked for the lock
 * @param ended when it got it or gave up, or was killed
 */
record SlowWait(int worker, int thread, long began, long ended) {

    @Override
    public String toString() {
        return "worker " + worker + " thread " + thread + " waited for " + Text.millis(ended - began);
    }
}
