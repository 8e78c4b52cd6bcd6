package dev.tpfutex.shm.chronicle;

import dev.tpfutex.shm.spi.SpaceMapper;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.OS;
import net.openhft.chronicle.core.io.IORuntimeException;

/**
 * Maps space files by Chronicle Bytes: {@code SpaceOptions.defaults().mapping("chronicle")}, or
 * {@code -Dtpfutex.mapping=chronicle}. The JVM needs {@link #JVM_FLAGS}.
 */
public final class ChronicleMapper implements SpaceMapper {

    /** What Chronicle's libraries need on JDK 25 to map a file, with all jars on the class path. */
    public static final List<String> JVM_FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    /** For {@link java.util.ServiceLoader}. */
    public ChronicleMapper() {}

    @Override
    public String name() {
        return "chronicle";
    }

    @Override
    public Region map(Path file, long size) throws IOException {
        try {
            return mapUninterruptibly(file, size);
        } catch (IORuntimeException failed) {
            throw new IOException(failed);
        } catch (RuntimeException | LinkageError | AssertionError lacking) {
            throw new IllegalStateException("Chronicle Bytes cannot map files in this JVM: " + lacking
                    + ". It needs all its jars, and " + String.join(" ", JVM_FLAGS), lacking);
        }
    }

    /** An interrupt closes the channel that Chronicle looks through, while to open a space is not interruptible. */
    private static Region mapUninterruptibly(Path file, long size) throws IOException {
        if (OS.pageAlign(size) != size) {
            throw new IOException("Chronicle Bytes maps whole pages of " + OS.pageSize()
                    + " bytes, and would lengthen a file of " + size);
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return ChronicleRegion.of(MappedFile.of(file.toFile(), size, 0, false));
                } catch (ClosedByInterruptException late) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
