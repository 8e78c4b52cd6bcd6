package dev.tpfutex.robust.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the daemon does to the place it is told to listen at. */
class DaemonServerTest {

    @TempDir
    Path directory;

    @Test
    void aFileInThePlaceOfTheSocketIsLeftAlone() throws IOException {
        Path precious = Files.writeString(directory.resolve("precious.txt"), "precious");
        assertThatThrownBy(() -> DaemonServer.bind(precious, new ServedSpaces(() -> {})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a socket");
        assertThat(precious).hasContent("precious");
    }

    @Test
    void aSpaceOnTheCommandLineMustExist() {
        Path missing = directory.resolve("missing.tpf");
        try (ServedSpaces spaces = new ServedSpaces(() -> {})) {
            assertThatThrownBy(() -> spaces.pin(missing))
                    .hasMessageContainingAll("no lock space " + missing, "The daemon creates none")
                    .hasMessageNotContaining("SpaceOptions");
        }
    }

    @Test
    void aSecondDaemonIsRefused() throws IOException {
        Path socket = directory.resolve("s");
        try (DaemonServer first = DaemonServer.bind(socket, new ServedSpaces(() -> {}))) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> DaemonServer.bind(socket, new ServedSpaces(() -> {})))
                    .hasMessageContaining("another daemon");
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void aStoppingDaemonLeavesItsSuccessorsSocket() throws IOException {
        Path socket = directory.resolve("s");
        DaemonServer first = DaemonServer.bind(socket, new ServedSpaces(() -> {}));
        Files.delete(socket);
        try (DaemonServer second = DaemonServer.bind(socket, new ServedSpaces(() -> {}))) {
            assertThat(second).isNotNull();
            first.close();
            assertThat(socket).exists();
        }
    }

    @Test
    void aSlipInThePathMakesNoFolders() {
        Path socket = directory.resolve("no/such/folder/s");
        assertThatThrownBy(() -> DaemonServer.bind(socket, new ServedSpaces(() -> {}))).isInstanceOf(IOException.class);
        assertThat(directory).isEmptyDirectory();
    }
}
