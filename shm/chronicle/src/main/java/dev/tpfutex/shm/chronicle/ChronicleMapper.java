package dev.tpfutex.shm.chronicle;

import dev.tpfutex.shm.spi.SpaceMapper;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.MappedFile;
import net.openhft.chronicle.core.OS;

/**
 * Maps space files by Chronicle Bytes: {@code SpaceOptions.defaults().mapping("chronicle")}, or
 * {@code -Dtpfutex.mapping=chronicle}. Has no state.
 *
 * <p>On JDK 25 Chronicle's libraries need {@code --add-opens=java.base/java.lang.reflect=ALL-UNNAMED},
 * {@code --add-opens=java.base/sun.nio.ch=ALL-UNNAMED}, {@code --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED},
 * {@code --sun-misc-unsafe-memory-access=allow} and {@code --enable-native-access=ALL-UNNAMED}.
 */
public final class ChronicleMapper implements SpaceMapper {

    /** For {@link java.util.ServiceLoader}. */
    public ChronicleMapper() {}

    @Override
    public String name() {
        return "chronicle";
    }

    @Override
    public Region map(Path file, long size) throws IOException {
        if (OS.pageAlign(size) != size) {
            throw new IOException("Chronicle Bytes maps whole pages of " + OS.pageSize()
                    + " bytes, and would lengthen a file of " + size);
        }
        // An interrupt closes the channel that Chronicle looks through; to open a space is not interruptible.
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
