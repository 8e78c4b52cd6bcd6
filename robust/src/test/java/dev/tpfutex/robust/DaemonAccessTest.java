package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.Stranger;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What another user can make root's daemon do: nothing that this user may not do. Needs root, to become somebody else. */
@Watched
class DaemonAccessTest {

    private static final SpaceOptions SMALL = SpaceOptions.defaults().withoutDaemon().locks(8).tasks(8).processes(4);

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @BeforeEach
    void openTheDoor() throws IOException {
        assumeTrue(Threads.geteuid() == 0, "needs root, to become somebody else");
        Files.setPosixFilePermissions(space.sibling(""), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path socket() {
        return space.sibling("tpfutexd.sock");
    }

    private DaemonJvm startDaemon(String... configuration) throws IOException {
        Files.write(space.sibling("tpfutexd.conf"), List.of(configuration));
        return space.closeLater(DaemonJvm.startWith(List.of(), List.of(
                "--socket", socket().toString(), "--config", space.sibling("tpfutexd.conf").toString())));
    }

    private DaemonJvm startOpenDaemon(String... configuration) throws IOException {
        DaemonJvm daemon = startDaemon(configuration);
        Files.setPosixFilePermissions(socket(), PosixFilePermissions.fromString("rwxrwxrwx"));
        return daemon;
    }

    private Path makeSpace(String name, String mode) throws IOException {
        Path path = space.sibling(name);
        LockSpace.open(path, SMALL).close();
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        return path;
    }

    private PeerJvm stranger(int times, Path file, int flags) throws IOException {
        Path classes = Files.createDirectory(space.sibling("classes" + System.nanoTime()));
        Files.setPosixFilePermissions(classes, PosixFilePermissions.fromString("rwxr-xr-x"));
        PeerJvm stranger = space.closeLater(Stranger.start(classes, socket(), times, file, flags));
        stranger.awaitOutput("all asked");
        return stranger;
    }

    private static int descriptors(DaemonJvm daemon) throws IOException {
        try (var files = Files.list(Path.of("/proc/" + daemon.pid() + "/fd"))) {
            return (int) files.count();
        }
    }

    @Test
    @DisplayName("It serves a space that the other user may read and write, and no other")
    void whatItMayUseItselfIsServed() throws IOException {
        DaemonJvm daemon = startOpenDaemon();
        Path shared = makeSpace("shared.tpf", "rw-rw-rw-");
        Path readable = makeSpace("readable.tpf", "rw-r--r--");
        Path secret = makeSpace("secret.tpf", "rw-------");
        assertThat(stranger(1, shared, NativeFiles.O_RDWR).printed("answer: ")).containsExactly("SERVING");
        assertThat(stranger(1, readable, NativeFiles.O_RDWR).printed("answer: "))
                .singleElement().asString().contains("permission denied");
        assertThat(stranger(1, readable, NativeFiles.O_RDONLY).printed("answer: "))
                .singleElement().asString().startsWith("REFUSED").contains("not open for reading and writing");
        assertThat(stranger(1, secret, NativeFiles.O_PATH).printed("answer: "))
                .singleElement().asString().startsWith("REFUSED").contains("not open for reading and writing");
        daemon.awaitOutput("refuses a client, process ");
        daemon.awaitOutput("of user 65534");
    }

    @Test
    @DisplayName("Other things than spaces are not opened, and nothing of them stays open")
    void otherThings() throws IOException {
        DaemonJvm daemon = startOpenDaemon();
        int before = descriptors(daemon);
        assertThat(stranger(1, Path.of("/dev/null"), NativeFiles.O_RDWR).printed("answer: "))
                .singleElement().asString().contains("device");
        assertThat(stranger(1, Path.of("/dev/shm"), NativeFiles.O_RDONLY).printed("answer: "))
                .singleElement().asString().startsWith("REFUSED");
        Path notes = Files.writeString(space.sibling("notes"), "x".repeat(9000));
        Files.setPosixFilePermissions(notes, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(stranger(1, notes, NativeFiles.O_RDWR).printed("answer: "))
                .singleElement().asString().contains("not a lock space");
        Await.until("nothing stays open", () -> {
            try {
                return descriptors(daemon) <= before;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    @DisplayName("One user cannot use up all places for clients: others are served beside it")
    void clientsPerUser() throws IOException {
        startOpenDaemon("max-clients = 8", "max-clients-per-user = 3");
        PeerJvm greedy = stranger(5, makeSpace("shared.tpf", "rw-rw-rw-"), NativeFiles.O_RDWR);
        assertThat(greedy.printed("answer: ").stream().filter("SERVING"::equals)).hasSize(3);
        assertThat(greedy.printed("answer: ").getLast()).contains("max-clients-per-user");
        serveSomebodyElse();
    }

    @Test
    @DisplayName("One user cannot use up all places for spaces")
    void spacesPerUser() throws IOException {
        startOpenDaemon("max-spaces = 4");
        for (int i = 0; i < 4; i++) {
            makeSpace("space" + i, "rw-rw-rw-");
        }
        PeerJvm greedy = stranger(4, space.sibling("space%"), NativeFiles.O_RDWR);
        assertThat(greedy.printed("answer: ").stream().filter("SERVING"::equals)).hasSize(2);
        assertThat(greedy.printed("answer: ").getLast()).contains("max-spaces-per-user");
        serveSomebodyElse();
    }

    private void serveSomebodyElse() {
        PeerJvm client = space.unopenedPeer();
        client.begin("main", "open " + space.path() + " daemon=" + socket()).is("ok");
        Await.until("the daemon serves it", () -> space.probe().coordinator() != 0
                && space.probe().coordinator() != client.pid());
    }

    @Test
    @DisplayName("C20: the socket has the mode and group of the configuration; others cannot connect")
    void modeAndGroupOfTheSocket() throws IOException {
        startDaemon("socket-mode = 0660", "socket-group = nogroup");
        assertThat(Files.getPosixFilePermissions(socket())).isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
        assertThat(Files.getAttribute(socket(), "unix:gid")).isEqualTo(65534);
        // The stranger is a member of that group.
        assertThat(stranger(1, makeSpace("shared.tpf", "rw-rw-rw-"), NativeFiles.O_RDWR).printed("answer: "))
                .containsExactly("SERVING");
        Files.setPosixFilePermissions(socket(), PosixFilePermissions.fromString("rw-------"));
        assertThat(stranger(1, space.sibling("shared.tpf"), NativeFiles.O_RDWR).printed("answer: "))
                .containsExactly("");
    }
}
