package dev.tpfutex.examples.basics;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the programs share besides their locks: a mapped file of numbers, which knows nothing of locks. */
final class SharedNumbers {

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;

    private SharedNumbers(MemorySegment memory) {
        this.memory = memory;
    }

    /** Maps a file, and makes it if there is none; all numbers are 0 then. */
    static SharedNumbers open(Path file, int count) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long size = (long) count * Long.BYTES;
            return new SharedNumbers(channel.map(MapMode.READ_WRITE, 0, size, Arena.global()));
        }
    }

    long get(int index) {
        return (long) LONG.get(memory, (long) index * Long.BYTES);
    }

    /** In order: when a process is killed, all that it has set so far is there, and nothing that was to come later. */
    void set(int index, long number) {
        LONG.setRelease(memory, (long) index * Long.BYTES, number);
    }
}
