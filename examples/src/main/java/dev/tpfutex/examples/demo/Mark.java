package dev.tpfutex.examples.demo;

/**
 * Who is inside the critical section, in one word of the ledger that is 0 while nobody is.
 *
 * @param pid process id of the worker
 * @param worker number of the worker; each JVM that is started gets a new one
 * @param thread index of the thread within the worker
 */
record Mark(int pid, int worker, int thread) {

    /** Worker number of the supervisor, which takes the lock for the last check. */
    static final int SUPERVISOR = 0;

    static final int MAX_WORKERS = 1 << 16;
    static final int MAX_THREADS = (1 << 16) - 1;

    static Mark ofWord(long word) {
        return new Mark((int) (word >>> 32), (int) (word >>> 16) & 0xFFFF, (int) (word & 0xFFFF) - 1);
    }

    long word() {
        return (long) pid << 32 | (long) (worker & 0xFFFF) << 16 | (thread + 1 & 0xFFFF);
    }

    @Override
    public String toString() {
        return "worker " + worker + " (pid " + pid + ") thread " + thread;
    }
}
