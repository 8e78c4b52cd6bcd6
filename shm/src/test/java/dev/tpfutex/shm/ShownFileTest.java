package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.OfdLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a descriptor that somebody else shows is good for. */
class ShownFileTest {

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private Path path() {
        return directory.resolve("orders.tpf");
    }

    private int open(Path path, int flags) {
        int fd = NativeFiles.open(path.toString(), flags, 0);
        assertThat(fd).isPositive();
        return fd;
    }

    @Test
    void theSameFileIsOpenedWithADescriptionOfItsOwn() {
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL);
                ShownFile shown = ShownFile.of(file.openAgain());
                SpaceFile again = shown.open()) {
            assertThat(again.uuid()).isEqualTo(file.uuid());
            assertThat(again.identity()).isEqualTo(shown.identity()).isEqualTo(file.identity());
            assertThat(again.path()).isEqualTo(path());
            assertThat(OfdLock.tryLock(file.fd(), 0)).isTrue();
            assertThat(OfdLock.tryLock(again.fd(), 0)).isFalse();
        }
    }

    @Test
    void anotherFileAtThePathIsNotTakenForIt() throws IOException {
        SpaceFile.openOrCreate(path(), SMALL).close();
        try (ShownFile shown = ShownFile.of(open(path(), NativeFiles.O_RDWR))) {
            Files.delete(path());
            assertThatThrownBy(shown::open).hasMessageContaining("another file, or none");
            SpaceFile.openOrCreate(path(), SMALL).close();
            assertThatThrownBy(shown::open).hasMessageContaining("another file, or none");
        }
    }

    @Test
    void aFileThatWasReplacedIsNotShown() throws IOException {
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL)) {
            Files.delete(path());
            assertThat(file.openAgain()).isNegative();
            Files.writeString(path(), "another");
            assertThat(file.openAgain()).isNegative();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0,        not open for reading and writing",
        "1,        not open for reading and writing",
        "0x200000, not open for reading and writing",
    })
    void whoMayNotReadAndWriteItHasNothingToShow(String flags, String why) {
        SpaceFile.openOrCreate(path(), SMALL).close();
        int fd = open(path(), Integer.decode(flags));
        assertThatThrownBy(() -> ShownFile.of(fd)).isInstanceOf(SpaceOpenException.class).hasMessageContaining(why);
        assertThat(NativeFiles.statusFlags(fd)).as("closed").isNegative();
    }

    @Test
    void otherThingsAreRefused() throws IOException {
        assertThatThrownBy(() -> ShownFile.of(open(Path.of("/dev/null"), NativeFiles.O_RDWR)))
                .hasMessageContaining("a FIFO or a device");
        Path other = Files.writeString(directory.resolve("notes"), "x".repeat(5000));
        try (ShownFile shown = ShownFile.of(open(other, NativeFiles.O_RDWR))) {
            assertThatThrownBy(shown::open).hasMessageContaining("not a lock space");
        }
        Path forged = Files.writeString(directory.resolve("a\nINFO all is well"), "");
        assertThatThrownBy(() -> ShownFile.of(open(forged, NativeFiles.O_RDWR)))
                .isInstanceOf(SpaceOpenException.class)
                .hasMessageNotContaining("INFO");
        int deleted = open(other, NativeFiles.O_RDWR);
        Files.delete(other);
        assertThatThrownBy(() -> ShownFile.of(deleted)).hasMessageContaining("deleted");
        assertThatThrownBy(() -> ShownFile.of(deleted)).isInstanceOf(SpaceOpenException.class);
    }
}
