package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockStatistics;

/** Sums over workers. */
final class Tally {

    private long writes;
    private long reads;
    private long misses;
    private long threadDeaths;
    private long readerDeaths;
    private long longestReadWait;
    private long longestWriteWait;
    private long longestWait;
    private String longestWaiter = "nobody";
    private LockStatistics statistics = new LockStatistics(0, 0, 0, 0, 0, 0, 0);
    private long publishedAt = Long.MIN_VALUE;

    Tally() {}

    Tally(Tally other) {
        writes = other.writes;
        reads = other.reads;
        misses = other.misses;
        threadDeaths = other.threadDeaths;
        readerDeaths = other.readerDeaths;
        longestReadWait = other.longestReadWait;
        longestWriteWait = other.longestWriteWait;
        longestWait = other.longestWait;
        longestWaiter = other.longestWaiter;
        statistics = other.statistics;
        publishedAt = other.publishedAt;
    }

    void add(WorkerRow row) {
        for (int index = 0; index < row.threads(); index++) {
            ThreadCell cell = row.thread(index);
            writes += cell.writes();
            reads += cell.reads();
            misses += cell.misses();
            threadDeaths += cell.deaths();
            readerDeaths += cell.readerDeaths();
            long readWait = longestWait(row, cell, Side.READER);
            long writeWait = longestWait(row, cell, Side.WRITER);
            longestReadWait = Math.max(longestReadWait, readWait);
            longestWriteWait = Math.max(longestWriteWait, writeWait);
            long wait = Math.max(readWait, writeWait);
            if (wait > longestWait) {
                longestWait = wait;
                longestWaiter = row.mark(index).toString();
            }
        }
        if (row.publishedAt() != 0 && row.publishedAt() > publishedAt) {
            publishedAt = row.publishedAt();
            statistics = row.statistics();
        }
    }

    private static long longestWait(WorkerRow row, ThreadCell cell, Side side) {
        boolean concerned = cell.isBusyReading() == (side == Side.READER);
        return Math.max(cell.longestWait(side), concerned ? waitAtDeath(row, cell) : 0);
    }

    /** How long a thread had waited when it was killed. */
    private static long waitAtDeath(WorkerRow row, ThreadCell cell) {
        return row.killedAt() == 0 || cell.waitingSince() == 0 ? 0 : row.killedAt() - cell.waitingSince();
    }

    /** What the threads have done under the lock, by their own count. */
    long operations() {
        return writes + reads;
    }

    /** Transfers. */
    long writes() {
        return writes;
    }

    /** Times that a reader has looked. */
    long reads() {
        return reads;
    }

    /** Attempts that were given up. */
    long misses() {
        return misses;
    }

    /** Threads that ended as owners. */
    long threadDeaths() {
        return threadDeaths;
    }

    /** Threads that ended as readers. */
    long readerDeaths() {
        return readerDeaths;
    }

    /** In nanoseconds. */
    long longestWait() {
        return longestWait;
    }

    /** Of those who wanted to read. */
    long longestReadWait() {
        return longestReadWait;
    }

    /** Of those who wanted to write. */
    long longestWriteWait() {
        return longestWriteWait;
    }

    String longestWaiter() {
        return longestWaiter;
    }

    /** The latest statistics of the lock that a worker has shared. */
    LockStatistics statistics() {
        return statistics;
    }
}
