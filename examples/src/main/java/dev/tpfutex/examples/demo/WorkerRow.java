package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockStatistics;
import java.util.Arrays;

/** What one worker JVM tells about itself, and the supervisor about it; a part of {@link WorkerStats}. */
final class WorkerRow {

    private static final long WORKER = 0;
    private static final long PID = 8;
    private static final long STARTED_AT = 16;
    private static final long KILLED_AT = 24;
    private static final long PUBLISHED_AT = 32;
    private static final long STATISTICS = 40;
    private static final long FAILURES = 104;
    private static final long FAILURE = 112;
    private static final int FAILURE_ROOM = 888;
    private static final long HOLDER = 1016;
    private static final long CELLS = 1024;

    private final MappedWords words;
    private final ThreadCell[] cells;

    WorkerRow(MappedWords words, int threads) {
        this.words = words;
        cells = new ThreadCell[threads];
        for (int index = 0; index < threads; index++) {
            cells[index] = new ThreadCell(words.slice(CELLS + index * ThreadCell.SIZE, ThreadCell.SIZE));
        }
    }

    static long size(int threads) {
        return CELLS + threads * ThreadCell.SIZE;
    }

    /** Supervisor: gives the row to a new worker. */
    void assign(int worker) {
        words.clear();
        words.set(WORKER, worker);
    }

    int worker() {
        return (int) words.get(WORKER);
    }

    /** Worker: its JVM runs. */
    void start(long pid) {
        words.set(PID, pid);
        words.set(STARTED_AT, System.nanoTime());
    }

    /** When the worker came up by its own {@link System#nanoTime}, 0 if it has not yet. */
    long startedAt() {
        return words.get(STARTED_AT);
    }

    /** Supervisor: the worker is about to be killed. Stored before the signal, so that no survivor is ahead of it. */
    void killAt(long nanoTime) {
        words.set(KILLED_AT, nanoTime);
    }

    /** When it was killed, 0 if it was not. */
    long killedAt() {
        return words.get(KILLED_AT);
    }

    /** Whether a thread has got the lock before. */
    boolean isAtWork() {
        return Arrays.stream(cells).anyMatch(cell -> cell.writes() + cell.reads() > 0);
    }

    /**
     * Worker: shares what the lock says about itself, which is the same for all workers.
     *
     * @param holder pid of the owner or of a reader just now, 0 for nobody
     */
    void publish(LockStatistics statistics, long holder) {
        words.set(HOLDER, holder);
        long at = STATISTICS;
        for (long value : new long[] {statistics.acquisitions(), statistics.steals(), statistics.topWaits(),
            statistics.handOffs(), statistics.sleeps(), statistics.timeouts(), statistics.ownerDeaths()}) {
            words.set(at, value);
            at += Long.BYTES;
        }
        words.set(PUBLISHED_AT, System.nanoTime());
    }

    /** Whether a thread reads, or perhaps does: one that is stopped as it comes or goes keeps owners out, too. */
    boolean mayRead() {
        return Arrays.stream(cells).anyMatch(ThreadCell::isBusyReading);
    }

    /** Pid of the owner or of a reader at {@link #publishedAt}. */
    long holder() {
        return words.get(HOLDER);
    }

    long publishedAt() {
        return words.get(PUBLISHED_AT);
    }

    LockStatistics statistics() {
        long[] values = new long[7];
        for (int index = 0; index < values.length; index++) {
            values[index] = words.get(STATISTICS + (long) index * Long.BYTES);
        }
        return new LockStatistics(values[0], values[1], values[2], values[3], values[4], values[5], values[6]);
    }

    /** Worker: reports that something went wrong; the first text stays. */
    synchronized void fail(String what) {
        if (failures() == 0) {
            words.setText(FAILURE, what, FAILURE_ROOM);
        }
        words.set(FAILURES, failures() + 1);
    }

    int failures() {
        return (int) words.get(FAILURES);
    }

    String failure() {
        return words.text(FAILURE, FAILURE_ROOM);
    }

    /** What a thread of this worker puts into the ledger. */
    Mark mark(int thread) {
        return new Mark((int) words.get(PID), worker(), thread);
    }

    int threads() {
        return cells.length;
    }

    ThreadCell thread(int index) {
        return cells[index];
    }
}
