package dev.tpfutex.bench.lock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A mapped file of one page, and access to its words. */
public final class Words {

    /** 32-bit words: coordinates are the segment and an offset in bytes. */
    public static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    /** 64-bit words. */
    public static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private static final long SIZE = 4096;

    private Words() {}

    /**
     * Maps it for as long as the process lives; makes it, all zeros, if it is not there.
     *
     * @param file which
     * @return its memory
     */
    public static MemorySegment map(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, Arena.global());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
