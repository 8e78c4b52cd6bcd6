package dev.tpfutex.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which file systems are refused, and in which words (case C15). */
class FileSystemKindTest {

    private static final Path SPACE = Path.of("/somewhere/orders.tpf");

    @ParameterizedTest
    @CsvSource({"0x01021994,TMPFS", "0xEF53,EXT", "0x58465342,XFS", "0x9123683E,BTRFS", "0xF2F52010,F2FS",
        "0x2FC12FC1,ZFS", "0x794C7630,OVERLAYFS"})
    void acceptsLocalFileSystems(String type, FileSystemKind kind) {
        assertThat(FileSystemKind.require(SPACE, Long.decode(type))).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"0x6969,NFS", "0xFF534D42,SMB", "0xFE534D42,SMB", "0x01021997,9p", "0x65735546,FUSE",
        "0x00C36400,Ceph", "0x0BD00BD0,Lustre", "0x12345678,0x12345678"})
    void refusesOthersByName(String type, String name) {
        assertThatExceptionOfType(SpaceOpenException.class)
                .isThrownBy(() -> FileSystemKind.require(SPACE, Long.decode(type)))
                .withMessageContaining(name)
                .withMessageContaining(SPACE.toString())
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNSUITABLE_FILE_SYSTEM));
    }

    @Test
    void refusesARealUnsuitableFileSystem() {
        assertThatExceptionOfType(SpaceOpenException.class)
                .isThrownBy(() -> SpaceFile.openOrCreate(Path.of("/proc/orders.tpf"), SpaceOptions.defaults()))
                .withMessageContaining("it is on proc")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNSUITABLE_FILE_SYSTEM));
    }
}
