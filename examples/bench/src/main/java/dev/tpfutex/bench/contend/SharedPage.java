package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.Words;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A page that all JVMs of a measurement have mapped: the clock that tells them when to stop, and what the lock guards.
 *
 * <p>The clock is a word that the measuring JVM sets to the time every millisecond. To read it costs next to nothing, a
 * nanosecond where {@link System#nanoTime} takes twenty, so that threads can do so before and after each lock.
 *
 * <p>What is guarded is two counts. A writer raises one at the beginning of its section and the other at the end, with
 * plain loads and stores. Two writers at once lose a count, or find the two unequal, and so does a reader beside a
 * writer.
 */
final class SharedPage {

    private static final long CLOCK = 0;
    private static final long BEGUN = 256;
    private static final long ENDED = 264;
    private static final long BATCH = 512;

    private final MemorySegment memory;

    SharedPage(Path file) {
        memory = Words.map(file);
    }

    /** The time, up to a millisecond ago. */
    long clock() {
        return (long) Words.LONG.getOpaque(memory, CLOCK);
    }

    void setClock(long nanos) {
        Words.LONG.setVolatile(memory, CLOCK, nanos);
    }

    /** Before a run. */
    void reset() {
        Words.LONG.setVolatile(memory, BEGUN, 0L);
        Words.LONG.setVolatile(memory, ENDED, 0L);
        Words.LONG.setVolatile(memory, BATCH, -1L);
    }

    /** How many sections of writers there were. */
    long sections() {
        return (long) Words.LONG.getVolatile(memory, ENDED);
    }

    /** A writer begins; its number. */
    long beginWrite() {
        long number = (long) Words.LONG.get(memory, BEGUN) + 1;
        Words.LONG.set(memory, BEGUN, number);
        return number;
    }

    /** A writer ends; whether it was alone as far as can be seen. */
    boolean endWrite(long number) {
        boolean alone = (long) Words.LONG.get(memory, ENDED) + 1 == number
                && (long) Words.LONG.get(memory, BEGUN) == number;
        Words.LONG.set(memory, ENDED, number);
        return alone;
    }

    /** A reader begins: the number of the last writer, or -1 if one is just inside. */
    long beginRead() {
        long number = (long) Words.LONG.getOpaque(memory, ENDED);
        return (long) Words.LONG.getOpaque(memory, BEGUN) == number ? number : -1;
    }

    /** A reader ends; whether no writer has come since. */
    boolean endRead(long number) {
        return (long) Words.LONG.getOpaque(memory, BEGUN) == number;
    }

    /**
     * Whether a reader is the first after some writer. Two that begin in the same instant may both be: it is not counted
     * with atomic operations, in order not to be what is measured.
     */
    boolean isFirstReaderAfter(long number) {
        if ((long) Words.LONG.getOpaque(memory, BATCH) == number) {
            return false;
        }
        Words.LONG.setOpaque(memory, BATCH, number);
        return true;
    }
}
