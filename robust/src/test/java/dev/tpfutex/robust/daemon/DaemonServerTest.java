package dev.tpfutex.robust.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.UnixStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the daemon does to the place it is told to listen at. */
class DaemonServerTest {

    private static final int DAEMONS = 8;
    private static final int ROUNDS = 100;

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

    /** A socket file that nobody listens on, as a killed daemon leaves it. */
    private static void leaveSocket(Path socket) throws IOException {
        NativeFiles.close(UnixStream.listen(socket, 1, false));
        assertThat(socket).exists();
        assertThat(UnixStream.connect(socket)).isEqualTo(-Errno.ECONNREFUSED);
    }

    @Test
    void ofManyThatStartAtOnceOnALeftSocketOneListens() throws Exception {
        Path socket = directory.resolve("s");
        for (int round = 0; round < ROUNDS; round++) {
            leaveSocket(socket);
            CyclicBarrier start = new CyclicBarrier(DAEMONS);
            List<ListeningSocket> listening = new ArrayList<>();
            try (ExecutorService pool = Executors.newFixedThreadPool(DAEMONS)) {
                List<Future<ListeningSocket>> all = new ArrayList<>();
                for (int i = 0; i < DAEMONS; i++) {
                    all.add(pool.submit(() -> {
                        start.await();
                        return ListeningSocket.bind(socket, ListeningSocket.Access.BY_UMASK);
                    }));
                }
                for (Future<ListeningSocket> one : all) {
                    try {
                        listening.add(one.get());
                    } catch (ExecutionException refused) {
                        assertThat(refused).hasRootCauseMessage("another daemon listens on " + socket);
                    }
                }
            }
            assertThat(listening).as("round %d", round).hasSize(1);
            int client = UnixStream.connect(socket);
            int accepted = UnixStream.accept(listening.getFirst().fd());
            assertThat(accepted).isPositive();
            NativeFiles.close(accepted);
            NativeFiles.close(client);
            listening.getFirst().close();
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void aDirectoryThatSomebodyLocksIsNotWaitedForWithoutEnd() throws IOException {
        try (DirectoryLock _ = DirectoryLock.of(directory)) {
            assertThatThrownBy(() -> ListeningSocket.bind(directory.resolve("s"), ListeningSocket.Access.BY_UMASK))
                    .hasMessageContaining("somebody else has locked it");
        }
    }

    @Test
    void aSocketThatCannotHaveItsGroupIsNotLeftBehind() {
        ListeningSocket.Access access = new ListeningSocket.Access(Optional.empty(), Optional.of("no-such-group"));
        assertThatThrownBy(() -> ListeningSocket.bind(directory.resolve("s"), access))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-group");
        assertThat(directory).isEmptyDirectory();
    }

    private record Visit(int connection, ServedSpaces spaces, DaemonServer server) implements AutoCloseable {

        /** All that is answered to a beginning of a line, which comes with a descriptor of a good space. */
        String answerTo(String beginning, Path space) {
            int shown = NativeFiles.open(space.toString(), NativeFiles.O_RDWR, 0);
            byte[] line = beginning.getBytes(StandardCharsets.US_ASCII);
            assertThat(UnixStream.send(connection, line, shown)).isEqualTo(line.length);
            NativeFiles.close(shown);
            StringBuilder answer = new StringBuilder();
            byte[] part;
            do {
                part = UnixStream.receiveBytes(connection, 1000).bytes();
                answer.append(new String(part, StandardCharsets.UTF_8));
            } while (part.length > 0 && !answer.toString().endsWith(Greeting.SERVING + "\n"));
            return answer.toString();
        }

        @Override
        public void close() {
            NativeFiles.close(connection);
            server.close();
            spaces.close();
        }
    }

    private Visit visit() throws IOException {
        ServedSpaces spaces = new ServedSpaces(() -> {});
        DaemonServer server = DaemonServer.bind(directory.resolve("s"), spaces);
        server.start();
        return new Visit(UnixStream.connect(server.socket()), spaces, server);
    }

    private Path makeSpace() {
        Path space = directory.resolve("orders.tpf");
        SpaceFile.openOrCreate(space, SpaceOptions.defaults()).close();
        return space;
    }

    @Test
    void aWholeLineIsServed() throws IOException {
        try (Visit visit = visit()) {
            assertThat(visit.answerTo("TPFUTEX 2 17\n", makeSpace())).isEqualTo("SERVING\n");
        }
    }

    /** What came of it could be another record's index. */
    @Test
    void whoDoesNotEndItsLineInTimeIsNotServed() throws IOException {
        try (Visit visit = visit()) {
            assertThat(visit.answerTo("TPFUTEX 2 17", makeSpace())).isEqualTo("REFUSED no line came within 5 s\n");
            assertThat(visit.spaces().size()).isZero();
        }
    }

    @Test
    void aLineThatIsTooLongIsNotServed() throws IOException {
        String start = "TPFUTEX 2 ";
        try (Visit visit = visit()) {
            String line = start + "0".repeat(Greeting.MAX_LINE - start.length());
            assertThat(visit.answerTo(line, makeSpace()))
                    .isEqualTo("REFUSED expected a line that ends with a newline, of at most 64 bytes\n");
            assertThat(visit.spaces().size()).isZero();
        }
    }
}
