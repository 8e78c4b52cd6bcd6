package dev.tpfutex.shm.chronicle;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Two pairs of numbers that are equal whenever nobody is at them, each kept by a lock; and what each thread says it has
 * added to each. Numbers are added to as if nobody else were there: two at once would lose one, which the sum shows.
 */
final class MixedLedger {

    /** The pair that the mutex keeps. */
    static final int MUTEX = 0;

    /** The pair that the reader-writer lock keeps. */
    static final int WRITERS = 1;

    /** Most threads. */
    static final int THREADS = 256;

    private static final int PAUSES = 50;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final long STOPPED = 0;
    private static final long VIOLATED = 8;
    private static final long PAIRS = 64;
    private static final long CELLS = 4096;
    private static final long LINE = 64;
    private static final long SIZE = CELLS + 2 * LINE * THREADS;

    private final MemorySegment memory;

    private MixedLedger(MemorySegment memory) {
        this.memory = memory;
    }

    static MixedLedger open(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new MixedLedger(file.map(MapMode.READ_WRITE, 0, SIZE, Arena.global()));
        }
    }

    /** Adds one to both numbers of a pair, and then to what the thread has added. */
    void count(int pair, int thread) {
        check(pair);
        put(first(pair), get(first(pair)) + 1);
        // So that there is a moment to be killed in.
        for (int i = 0; i < PAUSES; i++) {
            Thread.onSpinWait();
        }
        put(second(pair), get(second(pair)) + 1);
        put(cell(pair, thread), get(cell(pair, thread)) + 1);
    }

    /** Ends what a dead one has begun. */
    void repair(int pair) {
        put(second(pair), get(first(pair)));
        put(repairs(pair), get(repairs(pair)) + 1);
    }

    void check(int pair) {
        long one = get(first(pair));
        long two = get(second(pair));
        if (one != two) {
            throw new IllegalStateException("VIOLATION: " + one + " and " + two + " in pair " + pair);
        }
    }

    long counted(int pair) {
        return get(second(pair));
    }

    long repaired(int pair) {
        return get(repairs(pair));
    }

    /** What a thread has added. */
    long counted(int pair, int thread) {
        return get(cell(pair, thread));
    }

    void stop() {
        put(STOPPED, 1);
    }

    boolean isStopped() {
        return get(STOPPED) != 0;
    }

    void violated() {
        put(VIOLATED, 1);
    }

    boolean isViolated() {
        return get(VIOLATED) != 0;
    }

    private static long first(int pair) {
        return PAIRS + 4 * LINE * pair;
    }

    private static long second(int pair) {
        return first(pair) + LINE;
    }

    private static long repairs(int pair) {
        return first(pair) + 2 * LINE;
    }

    private static long cell(int pair, int thread) {
        return CELLS + LINE * (2L * thread + pair);
    }

    private long get(long at) {
        return (long) LONG.getOpaque(memory, at);
    }

    private void put(long at, long value) {
        LONG.setOpaque(memory, at, value);
    }
}
