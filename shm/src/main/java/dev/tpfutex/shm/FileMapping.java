package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * One mapping of a file, shared with all who map it.
 *
 * @param end unmaps it
 */
@SuppressWarnings("restricted")
record FileMapping(long address, long size, Runnable end) implements Consumer<MemorySegment> {

    /** Maps the first {@code size} bytes, for reading and writing. */
    static FileMapping of(Path path, int fd, long size) {
        return of(path, NativeFiles.map(fd, size), size);
    }

    /** Maps the first {@code size} bytes, for reading. */
    static FileMapping toRead(Path path, int fd, long size) {
        return of(path, NativeFiles.mapToRead(fd, size), size);
    }

    private static FileMapping of(Path path, long address, long size) {
        if (NativeFiles.isError(address)) {
            throw new SpaceOpenException(path, Reason.IO, "mapping it: " + Errno.describe(address));
        }
        return new FileMapping(address, size, () -> NativeFiles.unmap(address, size));
    }

    /** The mapped memory, valid until {@link #unmap}: using it later crashes, so it stays with its maker. */
    MemorySegment segment() {
        return MemorySegment.ofAddress(address).reinterpret(size);
    }

    /** The mapped memory, valid until the arena is closed, which also ends the mapping. */
    MemorySegment segment(Arena arena) {
        return segment(arena, this);
    }

    /** The mapped memory, valid until the arena is closed, which has {@code ending} see to the end of the mapping. */
    MemorySegment segment(Arena arena, Consumer<MemorySegment> ending) {
        boolean handedOver = false;
        try {
            MemorySegment segment = MemorySegment.ofAddress(address).reinterpret(size, arena, ending);
            handedOver = true;
            return segment;
        } finally {
            if (!handedOver) {
                unmap();
            }
        }
    }

    /** Called by the arena when it is closed. */
    @Override
    public void accept(MemorySegment ended) {
        unmap();
    }

    void unmap() {
        end.run();
    }
}
