package dev.tpfutex.bench.upgrade;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What the workers of all JVMs write down while they hold the lock: how often it changed hands, and the longest time in
 * which nobody got it. The benchmark only reads, and asks for a new beginning.
 */
final class Board {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final long LAST = 0;
    private static final long STALL = 8;
    private static final long COUNT = 16;
    private static final long PERIOD = 24;
    private static final long SEEN_PERIOD = 32;
    private static final long SIZE = 64;

    private final MemorySegment memory;

    private Board(MemorySegment memory) {
        this.memory = memory;
    }

    static Board open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Board(channel.map(MapMode.READ_WRITE, 0, SIZE, Arena.global()));
        }
    }

    /** One of the workers has the lock. */
    void got() {
        long now = System.nanoTime();
        long period = memory.get(LONG, PERIOD);
        if (memory.get(LONG, SEEN_PERIOD) != period) {
            memory.set(LONG, SEEN_PERIOD, period);
            memory.set(LONG, STALL, 0);
        } else {
            memory.set(LONG, STALL, Math.max(memory.get(LONG, STALL), now - memory.get(LONG, LAST)));
        }
        memory.set(LONG, LAST, now);
        memory.set(LONG, COUNT, memory.get(LONG, COUNT) + 1);
    }

    /** Has the workers measure stalls anew. */
    void begin() {
        memory.set(LONG, PERIOD, memory.get(LONG, PERIOD) + 1);
    }

    /** The longest time since {@link #begin} in which nobody got the lock, in nanoseconds; an unfinished one counts. */
    long stall() {
        return Math.max(memory.get(LONG, STALL), System.nanoTime() - memory.get(LONG, LAST));
    }

    /** How often the lock was got. */
    long count() {
        return memory.get(LONG, COUNT);
    }
}
