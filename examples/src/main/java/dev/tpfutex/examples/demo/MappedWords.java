package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A part of a mapped file as 64-bit words, addressed by byte offset. Stores are releasing: what a killed process has
 * stored is then a prefix of what its program stores, in that order, which is what a repair relies on.
 */
final class MappedWords {

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int BLOCK = 1 << 16;

    private final MemorySegment memory;

    private MappedWords(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Makes a file of zeros and maps it until this JVM ends. The zeros are written: a sparse file on a full file
     * system would fail later, by a signal.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is such a file
     */
    static MappedWords create(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(BLOCK);
            for (long done = 0; done < size; done += zeros.position()) {
                zeros.clear().limit((int) Math.min(BLOCK, size - done));
                while (zeros.hasRemaining()) {
                    channel.write(zeros, done + zeros.position());
                }
            }
            return map(channel);
        }
    }

    /** Maps a whole file until this JVM ends. */
    static MappedWords open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return map(channel);
        }
    }

    private static MappedWords map(FileChannel channel) throws IOException {
        return new MappedWords(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), Arena.global()));
    }

    /** A part of these words, with offsets of its own. */
    MappedWords slice(long offset, long size) {
        return new MappedWords(memory.asSlice(offset, size));
    }

    long size() {
        return memory.byteSize();
    }

    long get(long offset) {
        return (long) WORD.getAcquire(memory, offset);
    }

    void set(long offset, long value) {
        WORD.setRelease(memory, offset, value);
    }

    long getAndSet(long offset, long value) {
        return (long) WORD.getAndSet(memory, offset, value);
    }

    long compareAndExchange(long offset, long expected, long value) {
        return (long) WORD.compareAndExchange(memory, offset, expected, value);
    }

    void clear() {
        memory.fill((byte) 0);
    }

    /** Stores a text behind its length, cut to {@code room} bytes, so that it is whole once the length is there. */
    void setText(long offset, String text, int room) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, room);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, offset + Long.BYTES, length);
        set(offset, length);
    }

    /** The text stored at an offset, empty if none. */
    String text(long offset, int room) {
        byte[] bytes = new byte[Math.clamp(get(offset), 0, room)];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset + Long.BYTES, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
