package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.shm.layout.HeaderLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.linux.OfdLock;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A space that is only looked at. */
class SpaceViewTest {

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private Path path() {
        return directory.resolve("orders.tpf");
    }

    private void refused(Path path, Reason reason) {
        assertThatExceptionOfType(SpaceOpenException.class)
                .isThrownBy(() -> SpaceView.open(path))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void sharesTheMemoryAndCannotChangeIt() {
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL);
                SpaceView view = SpaceView.open(path())) {
            assertThat(view.layout()).isEqualTo(file.layout());
            assertThat(view.uuid()).isEqualTo(file.uuid());
            assertThat(view.bootId()).isEqualTo(file.bootId());
            assertThat(view.identity()).isEqualTo(file.identity());
            long word = view.layout().lock(3) + LockLayout.WORD;
            file.segment().set(ValueLayout.JAVA_LONG, word, 4711);
            assertThat(view.memory().get(ValueLayout.JAVA_LONG, word)).isEqualTo(4711);
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> view.memory().set(ValueLayout.JAVA_LONG, word, 1));
            assertThat(view.createdMillis()).isBetween(System.currentTimeMillis() - 600_000,
                    System.currentTimeMillis());
        }
    }

    @Test
    void seesWhoLives() {
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL);
                SpaceView view = SpaceView.open(path())) {
            long record = view.layout().process(2);
            assertThat(view.isRecordHeld(record)).isFalse();
            OfdLock.tryLock(file.fd(), record);
            assertThat(view.isRecordHeld(record)).isTrue();
            assertThat(view.isRecordHeld(view.layout().process(1))).isFalse();
            OfdLock.unlock(file.fd(), record);
            assertThat(view.isRecordHeld(record)).isFalse();
        }
    }

    @Test
    void needsAGoodFileAndMakesNone() throws IOException {
        refused(path(), Reason.NOT_FOUND);
        assertThat(path()).doesNotExist();
        Files.writeString(path(), "something else");
        refused(path(), Reason.NOT_A_SPACE_FILE);
        refused(directory, Reason.NOT_A_SPACE_FILE);
        Files.delete(path());
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL)) {
            file.segment().set(ValueLayout.JAVA_INT, HeaderLayout.VERSION, 99);
            refused(path(), Reason.OTHER_VERSION);
        }
    }

    @Test
    void leavesNothingOpen() throws IOException {
        SpaceFile.openOrCreate(path(), SMALL).close();
        SpaceView view = SpaceView.open(path());
        assertThat(OpenDescriptors.under(directory)).hasSize(1);
        assertThat(view.stillAt()).isTrue();
        Files.delete(path());
        assertThat(view.stillAt()).isFalse();
        view.close();
        view.close();
        refused(path(), Reason.NOT_FOUND);
        assertThat(OpenDescriptors.under(directory)).isEmpty();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(view::status);
    }
}
