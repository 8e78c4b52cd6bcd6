package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.ChildJvm;
import dev.tpfutex.shm.linux.UnixStream.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connecting, being told who connects, and descriptors in messages. */
class UnixStreamTest {

    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);
    private static final int MOST = 100;

    @TempDir
    Path directory;

    private int listener;
    private int client;
    private int server;

    @BeforeEach
    void connect() {
        listener = UnixStream.listen(directory.resolve("s"), 1, false);
        assertThat(UnixStream.accept(listener)).isEqualTo(-Errno.EAGAIN);
        client = UnixStream.connect(directory.resolve("s"));
        server = UnixStream.accept(listener);
        assertThat(server).isPositive();
    }

    @AfterEach
    void close() {
        NativeFiles.close(client);
        NativeFiles.close(server);
        NativeFiles.close(listener);
    }

    @Test
    void theKernelSaysWhoConnects() {
        assertThat(UnixStream.peer(server))
                .isEqualTo(new UnixStream.Peer(Threads.getpid(), Threads.geteuid(), Threads.getegid()));
        assertThat(UnixStream.peer(-1)).isNull();
    }

    @Test
    void bytesArriveAndSoDoesTheEnd() {
        assertThat(UnixStream.receive(server, MOST).result()).isEqualTo(-Errno.EAGAIN);
        assertThat(UnixStream.send(client, HELLO)).isEqualTo(HELLO.length);
        Received received = UnixStream.receive(server, MOST);
        assertThat(received.bytes()).isEqualTo(HELLO);
        assertThat(received.descriptor()).isEqualTo(-1);
        UnixStream.shutdown(client);
        assertThat(UnixStream.receive(server, MOST).result()).isZero();
        assertThat(UnixStream.send(server, HELLO)).isEqualTo(-Errno.EPIPE);
    }

    @Test
    void aDescriptorIsForTheSameOpenFile() throws IOException {
        Path file = Files.writeString(directory.resolve("f"), "contents");
        int sent = NativeFiles.open(file.toString(), NativeFiles.O_RDWR, 0);
        assertThat(UnixStream.send(client, HELLO, sent)).isEqualTo(HELLO.length);
        NativeFiles.close(sent);
        int got = UnixStream.receive(server, MOST).descriptor();
        assertThat(NativeFiles.read(got, 0, MOST)).isEqualTo("contents".getBytes(StandardCharsets.UTF_8));
        assertThat(NativeFiles.statusFlags(got) & NativeFiles.O_ACCMODE).isEqualTo(NativeFiles.O_RDWR);
        NativeFiles.close(got);
    }

    @Test
    void whoWantsNoDescriptorGetsNone() throws IOException {
        Path file = Files.createFile(directory.resolve("f"));
        int sent = NativeFiles.open(file.toString(), NativeFiles.O_RDWR, 0);
        UnixStream.send(client, HELLO, sent);
        assertThat(UnixStream.receiveBytes(server, MOST).descriptor()).isEqualTo(-1);
        NativeFiles.close(sent);
    }

    @Test
    void aHiddenSocketIsThatOfItsOwner() throws IOException {
        Path path = directory.resolve("hidden");
        NativeFiles.close(UnixStream.listen(path, 1, true));
        assertThat(Files.getPosixFilePermissions(path))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void onlyListenersAreListeners() {
        assertThat(UnixStream.isListener(listener)).isTrue();
        assertThat(UnixStream.isListener(server)).isFalse();
        assertThat(UnixStream.isListener(-1)).isFalse();
        assertThat(UnixStream.path(listener)).isEqualTo(directory.resolve("s").toString());
        assertThat(UnixStream.path(client)).isEmpty();
    }

    @Test
    void noSocketIsNoConnection() throws IOException {
        assertThat(UnixStream.connect(directory.resolve("none"))).isEqualTo(-Errno.ENOENT);
        Path file = Files.createFile(directory.resolve("f"));
        assertThat(UnixStream.connect(file)).isEqualTo(-Errno.ECONNREFUSED);
        assertThat(UnixStream.listen(file, 1, true)).isEqualTo(-Errno.EADDRINUSE);
        assertThat(UnixStream.connect(directory.resolve("x".repeat(108)))).isEqualTo(-Errno.ENAMETOOLONG);
    }

    @Test
    void aFullQueueIsNotWaitedFor() {
        int waiting = UnixStream.connect(directory.resolve("s"));
        int alsoWaiting = UnixStream.connect(directory.resolve("s"));
        assertThat(UnixStream.connect(directory.resolve("s"))).isEqualTo(-Errno.EAGAIN);
        NativeFiles.close(waiting);
        NativeFiles.close(alsoWaiting);
    }

    @Test
    void aDescriptorForWhichThereIsNoMemoryIsClosed() throws IOException {
        Path file = Files.createFile(directory.resolve("f"));
        try (ChildJvm child = ChildJvm.startWith(
                List.of("-Xmx16m", "-XX:+UseSerialGC"), MemoryHog.class, directory.resolve("hog"), file)) {
            assertThat(child.line()).isEqualTo("20 failed, 0 descriptors more");
        }
    }
}
