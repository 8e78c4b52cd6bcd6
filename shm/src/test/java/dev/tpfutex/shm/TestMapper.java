package dev.tpfutex.shm;

import dev.tpfutex.shm.spi.SpaceMapper;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The mapping {@code test}: that of the JDK, or what a test has it do instead. */
public final class TestMapper implements SpaceMapper {

    /** A way to map. */
    interface Way {
        Region map(Path file, long size) throws IOException;
    }

    private static Way way = TestMapper::mapByJdk;
    private static int mapped;
    private static int unmapped;

    static void reset() {
        way = TestMapper::mapByJdk;
        mapped = 0;
        unmapped = 0;
    }

    static void use(Way other) {
        way = other;
    }

    /** How often it has mapped something. */
    static int mapped() {
        return mapped;
    }

    /** How many of these are mapped still. */
    static int open() {
        return mapped - unmapped;
    }

    @Override
    public String name() {
        return "test";
    }

    @Override
    public Region map(Path file, long size) throws IOException {
        return way.map(file, size);
    }

    /** Maps a file, as seen a few bytes further on. */
    static Region mapByJdk(Path file, long size, int shift) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long address = channel.map(MapMode.READ_WRITE, 0, size, arena).address() + shift;
            mapped++;
            return new Region() {
                @Override
                public long address() {
                    return address;
                }

                @Override
                public void unmap() {
                    unmapped++;
                    arena.close();
                }
            };
        }
    }

    private static Region mapByJdk(Path file, long size) throws IOException {
        return mapByJdk(file, size, 0);
    }
}
