package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.PeerOfTwoSpaces;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody shortens the file under its users. */
@Watched
class TruncationTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private Path other;
    private DaemonJvm daemon;
    private PeerJvm owner;
    private PeerJvm waiter;
    private PeerJvm elsewhere;

    private PeerJvm client(Path path) {
        PeerJvm peer = space.unopenedPeer();
        peer.begin("main", "open " + path + " daemon=" + space.sibling("tpfutexd.sock")).is("ok");
        return peer;
    }

    @BeforeEach
    void start() {
        other = space.sibling("other.tpf");
        daemon = space.closeLater(DaemonJvm.start(space.sibling("tpfutexd.sock")));
        owner = client(space.path());
        waiter = client(space.path());
        elsewhere = client(other);
        Await.until("the daemon coordinates", () -> space.probe().coordinator() == daemon.pid());
        owner.expect("lock book", "ok");
    }

    /** What still lies in the part that is left goes on; the rest is told of. */
    private static boolean isClear(String answer) {
        return answer.startsWith("SpaceTruncatedException") && answer.contains("shortened")
                || answer.startsWith("LockTimeoutException")
                || answer.equals("ok");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, 16384})
    @DisplayName("C13: the file is truncated: users get an error, no JVM crashes, the daemon goes on with its others")
    void theFileIsTruncated(long size) throws IOException {
        owner.begin("r", "rw.read shelf").is("ok");
        Answer waiting = waiter.begin("t", "acquire book 2000");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        try (FileChannel file = FileChannel.open(space.path(), StandardOpenOption.WRITE)) {
            file.truncate(size);
        }
        String waited = waiting.text();
        String unlocked = owner.tell("unlock book");
        String locked = waiter.tell("lock another");
        String unread = owner.tell("r", "rw.unread shelf");
        String read = waiter.tell("r", "rw.read shelf");
        String opened = space.unopenedPeer().control("open " + space.path());
        System.out.println(size + ": waited: " + waited + "\nunlocked: " + unlocked + "\nlocked: " + locked
                + "\nopened: " + opened);
        String closed = owner.control("close");
        System.out.println("closed: " + closed);
        owner.endThread("t");
        owner.endThread("r");
        waiter.control("close");
        waiter.endThread("t");
        waiter.endThread("r");
        assertThat(List.of(owner, waiter, elsewhere)).allMatch(PeerJvm::isAlive);
        assertThat(List.of(waited, unlocked, locked, unread, read)).allMatch(TruncationTest::isClear);
        assertThat(opened).startsWith("SpaceOpenException");
        // The daemon still serves: those who queue there get their turn.
        elsewhere.begin("o", "lock book").is("ok");
        Answer first = elsewhere.begin("a", "count book " + space.sibling("ledger") + " 1");
        Answer second = elsewhere.begin("b", "count book " + space.sibling("ledger") + " 1");
        elsewhere.begin("o", "unlock book").is("ok");
        first.is("counted 1");
        second.is("counted 1");
        assertThat(daemon.isAlive()).isTrue();
    }

    @Test
    @DisplayName("C13: the file is truncated: the space can be closed, the JVM goes on with others and with a new file")
    void theJvmGoesOn() {
        PeerJvm peer =
                space.closeLater(PeerOfTwoSpaces.start(space.sibling("short.tpf"), space.sibling("healthy.tpf")));
        peer.awaitOutput("went on");
        assertThat(peer.awaitEnd()).isZero();
    }
}
