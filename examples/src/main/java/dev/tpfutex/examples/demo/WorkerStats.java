package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The mapped file of statistics: a ring of rows, a new one for each worker JVM. A row is used again only after many
 * more workers have come and gone, so that everybody can look up what became of a worker that died lately.
 */
final class WorkerStats {

    private static final int SPARE_ROWS = 256;

    private final WorkerRow[] rows;

    private WorkerStats(MappedWords words, int threads) {
        long size = WorkerRow.size(threads);
        rows = new WorkerRow[(int) (words.size() / size)];
        for (int index = 0; index < rows.length; index++) {
            rows[index] = new WorkerRow(words.slice(index * size, size), threads);
        }
    }

    static WorkerStats create(Path file, int processes, int threads) throws IOException {
        long size = (processes + SPARE_ROWS) * WorkerRow.size(threads);
        return new WorkerStats(MappedWords.create(file, size), threads);
    }

    static WorkerStats open(Path file, int threads) throws IOException {
        return new WorkerStats(MappedWords.open(file), threads);
    }

    /** The row a worker has or had. Check {@link WorkerRow#worker()} when it may be long gone. */
    WorkerRow row(int worker) {
        return rows[worker % rows.length];
    }

    /** Under the lock, by one who was told of this death: when the thread ended by itself, 0 if it did not. */
    long takeDeath(Mark dead) {
        WorkerRow row = row(dead.worker());
        return row.worker() == dead.worker() && dead.thread() < row.threads() ? row.thread(dead.thread()).takeDeath()
                : 0;
    }

    /** Whether a worker that lived lately is known not to have been killed. */
    boolean isAlive(int worker) {
        WorkerRow row = row(worker);
        boolean killed = row.killedAt() != 0;
        return row.worker() == worker && !killed;
    }
}
