package dev.tpfutex.bench.lock;

import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.shm.layout.HeaderLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * What the file of a lock space tells about its locks beyond {@link LockStatistics}: read from the file, as it is
 * described in {@code docs/LAYOUT.md}, once the threads have stopped.
 *
 * @param words the lower halves of all lock words: 0 if all locks are free, and no mark is left
 * @param slowUnlocks of the threads that are still there
 * @param wakeUps of the threads that are still there
 */
record SpaceCounters(long words, long slowUnlocks, long wakeUps) {

    private static final long LOWER_HALF = 0xffff_ffffL;
    /** Of a reader-writer lock's word: readers say only in their own slots that they read. No mark of a holder. */
    private static final long BIASED = 0x2400_0000L;

    static SpaceCounters of(Path file) {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
                    .order(ByteOrder.nativeOrder());
            SpaceLayout layout = new SpaceLayout(bytes.getInt((int) HeaderLayout.MAX_LOCKS),
                    bytes.getInt((int) HeaderLayout.MAX_TASKS), bytes.getInt((int) HeaderLayout.MAX_PROCESSES));
            return new SpaceCounters(words(bytes, layout), sum(bytes, layout, TaskLayout.UNLOCK_SLOWPATHS),
                    sum(bytes, layout, TaskLayout.WAKE_UPS));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static long words(ByteBuffer bytes, SpaceLayout layout) {
        long all = 0;
        for (int i = 0; i < layout.maxLocks(); i++) {
            long word = bytes.getLong((int) (layout.lock(i) + LockLayout.WORD)) & LOWER_HALF;
            all |= word == BIASED ? 0 : word;
        }
        return all;
    }

    private static long sum(ByteBuffer bytes, SpaceLayout layout, long field) {
        long sum = 0;
        for (int i = 0; i < layout.maxTasks(); i++) {
            sum += bytes.getLong((int) (layout.task(i) + field));
        }
        return sum;
    }

    void addTo(Tally total) {
        total.add(Count.SLOW_UNLOCKS, slowUnlocks);
        total.add(Count.WAKE_UPS, wakeUps);
    }

    /** What the lock has counted. */
    static void add(LockStatistics statistics, Tally total) {
        total.add(Count.STEALS, statistics.steals());
        total.add(Count.TOP_WAITS, statistics.topWaits());
        total.add(Count.HAND_OFFS, statistics.handOffs());
        total.add(Count.SLOW_LOCKS, statistics.steals() + statistics.topWaits() + statistics.handOffs());
        total.add(Count.SLEEPS, statistics.sleeps());
        // Time-outs are counted where the lock is called.
    }
}
