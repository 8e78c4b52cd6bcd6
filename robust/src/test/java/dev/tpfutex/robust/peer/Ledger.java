package dev.tpfutex.robust.peer;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A few words in a file of their own that a mutex keeps in step. They are read and written as if nobody else were
 * there, so that two owners at once, or an owner who does not see what the former one wrote, are found out.
 */
public final class Ledger {

    private static final int SIZE = 4096;
    private static final long VISITOR = 0;
    private static final long FIRST = 8;
    private static final long SECOND = 2048;
    private static final long TOKEN = 16;
    /** Not kept by the mutex. */
    private static final long STOPPED = 1024;

    private final MemorySegment memory;

    private Ledger(MemorySegment memory) {
        this.memory = memory;
    }

    public static Ledger open(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Ledger(file.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, Arena.ofAuto()));
        }
    }

    /** One critical section of an owner with this fencing token; throws if somebody else is in there. */
    void visit(long token) {
        check(get(VISITOR) == 0, "visitor " + get(VISITOR) + " is there already");
        check(get(TOKEN) < token, "token " + get(TOKEN) + " came before");
        long count = get(FIRST);
        check(get(SECOND) == count, "counts differ: " + count + " and " + get(SECOND));
        put(VISITOR, token);
        put(TOKEN, token);
        put(FIRST, count + 1);
        put(SECOND, count + 1);
        check(get(VISITOR) == token, "visitor " + get(VISITOR) + " came in to " + token);
        put(VISITOR, 0);
    }

    /** Ends what a dead visitor has begun. */
    void repair() {
        put(VISITOR, 0);
        put(SECOND, get(FIRST));
    }

    /** Finished visits. */
    public long count() {
        return get(SECOND);
    }

    /** Tells all who count without an end to stop. */
    public void stop() {
        put(STOPPED, 1);
    }

    boolean isStopped() {
        return get(STOPPED) != 0;
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException("VIOLATION: " + what);
        }
    }

    private long get(long at) {
        return (long) ValueLayout.JAVA_LONG.varHandle().getOpaque(memory, at);
    }

    private void put(long at, long value) {
        ValueLayout.JAVA_LONG.varHandle().setOpaque(memory, at, value);
    }
}
