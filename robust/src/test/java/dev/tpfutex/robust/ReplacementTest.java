package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The file at the path is not, or not any more, the one that others use. */
@Watched
class ReplacementTest {

    private static final long VERSION = 12;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private static void awaitReplaced(PeerJvm peer) {
        Await.until("it is told", () -> {
            String outcome = peer.tell("tryLock ledger");
            if (outcome.equals("true")) {
                peer.expect("unlock ledger", "ok");
            }
            return outcome.startsWith("SpaceReplacedException");
        });
    }

    @Test
    @DisplayName("C16, hazard 11: the file is deleted while a lock is held: nobody becomes owner in it any more")
    void aDeletedFileTakesNoNewOwners() throws IOException {
        PeerJvm holder = space.peer();
        PeerJvm other = space.peer();
        holder.expect("lock book", "ok");
        Answer waiting = other.begin("w", "lock book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        Files.delete(space.path());
        awaitReplaced(other);
        other.expect("acquire ledger", "SpaceReplacedException");
        // What is held can be given back, and who waited is told then at the latest.
        holder.expect("unlock book", "ok");
        waiting.is("SpaceReplacedException");
        assertThat(holder.control("close")).isEqualTo("ok");
    }

    @Test
    @DisplayName("C16: the file is deleted and created anew while a lock is held in the old one: both sides are told")
    void aRecreatedFileTakesNoOwnersWhileTheOldOneHasSome() throws IOException {
        PeerJvm holder = space.peer();
        holder.expect("lock book", "ok");
        Files.delete(space.path());
        PeerJvm newcomer = space.unopenedPeer();
        Await.until("the newcomer is told", () -> {
            String opened = newcomer.control("open " + space.path());
            return opened.startsWith("SpaceOpenException") && opened.contains("deleted predecessor")
                    || newcomer.tell("tryLock book").startsWith("SpaceReplacedException");
        });
        holder.expect("tryLock other", "SpaceReplacedException");
        holder.expect("unlock book", "ok");
        Await.until("the newcomer may lock", () -> {
            String opened = newcomer.control("open " + space.path());
            return opened.equals("ok") && newcomer.tell("tryLock book").equals("true");
        });
    }

    @Test
    @DisplayName("C16: not even for a moment does anybody get a second exclusive lock silently")
    void noSecondOwnerForAMoment() throws IOException {
        PeerJvm holder = space.peer();
        holder.expect("lock book", "ok");
        PeerJvm newcomer = space.unopenedPeer();
        newcomer.control("threads main");
        Files.delete(space.path());
        Answer opened = newcomer.begin("main", "open " + space.path());
        Answer locked = newcomer.begin("t", "tryLock book");
        System.out.println("newcomer: " + opened.text() + ", " + locked.text());
        assertThat(locked.text()).isNotEqualTo("true");
    }

    @Test
    @DisplayName("Hazard 11: another space file is moved over the one in use")
    void aFileThatIsMovedOverCounts() throws IOException {
        PeerJvm first = space.peer();
        PeerJvm second = space.unopenedPeer();
        second.control("open " + space.sibling("other.tpf"));
        second.control("close");
        Files.move(space.sibling("other.tpf"), space.path(), StandardCopyOption.REPLACE_EXISTING);
        awaitReplaced(first);
        assertThat(first.control("close")).isEqualTo("ok");
        assertThat(first.control("open " + space.path())).isEqualTo("ok");
        first.expect("lock book", "ok");
        assertThat(second.control("open " + space.path())).isEqualTo("ok");
        second.expect("tryLock book", "false");
    }

    @Test
    @DisplayName("C18: a file of another layout version is refused, with both versions")
    void anotherVersionIsRefused() throws IOException {
        PeerJvm peer = space.peer();
        peer.control("close");
        try (FileChannel file = FileChannel.open(space.path(), StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(77).flip(), VERSION);
        }
        assertThat(peer.control("open " + space.path()))
                .startsWith("SpaceOpenException")
                .containsPattern("layout version 77,.* version 2\\b");
    }
}
