package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockStatistics;

/** Sums over workers. */
final class Tally {

    private long operations;
    private long misses;
    private long threadDeaths;
    private long longestWait;
    private String longestWaiter = "nobody";
    private LockStatistics statistics = new LockStatistics(0, 0, 0, 0, 0, 0, 0);
    private long publishedAt = Long.MIN_VALUE;

    Tally() {}

    Tally(Tally other) {
        operations = other.operations;
        misses = other.misses;
        threadDeaths = other.threadDeaths;
        longestWait = other.longestWait;
        longestWaiter = other.longestWaiter;
        statistics = other.statistics;
        publishedAt = other.publishedAt;
    }

    void add(WorkerRow row) {
        for (int index = 0; index < row.threads(); index++) {
            ThreadCell cell = row.thread(index);
            operations += cell.operations();
            misses += cell.misses();
            threadDeaths += cell.deaths();
            long wait = Math.max(cell.longestWait(), waitAtDeath(row, cell));
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

    /** How long a thread had waited when it was killed. */
    private static long waitAtDeath(WorkerRow row, ThreadCell cell) {
        return row.killedAt() == 0 || cell.waitingSince() == 0 ? 0 : row.killedAt() - cell.waitingSince();
    }

    /** Transfers counted by the threads that made them. */
    long operations() {
        return operations;
    }

    /** Attempts that were given up. */
    long misses() {
        return misses;
    }

    /** Threads that ended as owners. */
    long threadDeaths() {
        return threadDeaths;
    }

    /** In nanoseconds. */
    long longestWait() {
        return longestWait;
    }

    String longestWaiter() {
        return longestWaiter;
    }

    /** The latest statistics of the mutex that a worker has shared. */
    LockStatistics statistics() {
        return statistics;
    }
}
