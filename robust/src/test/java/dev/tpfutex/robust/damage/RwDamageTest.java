package dev.tpfutex.robust.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** C28: what becomes of a word that says that there are readers. */
@Watched
class RwDamageTest {

    private static final int SHARED = 0x2000_0000;
    private static final int ALL_FLAGS = 0xf300_0000;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PeerJvm peer;
    private PeerJvm other;
    private RawSpace raw;
    private long word;

    @BeforeEach
    void start() {
        peer = space.peer();
        other = space.peer();
        raw = space.closeLater(new RawSpace(space.path()));
        word = raw.layout().lock(0) + LockLayout.WORD;
    }

    private void assertReported(PeerJvm by) {
        Await.until(by + " reports it", () -> by.outputWith("who are nobody").stream()
                .anyMatch(line -> line.contains("lock \"book\"")));
    }

    @Test
    @DisplayName("A count of readers who are nobody: a writer gets the lock nevertheless")
    void readersThatAreNobody() {
        peer.expect("rw.read book", "ok");
        peer.expect("rw.unread book", "ok");
        raw.putInt(word, SHARED | 4711);
        other.expect("rw.take book 20000", "taken");
        assertReported(other);
        peer.expect("rw.take book 0", "taken");
    }

    @Test
    @DisplayName("A count of too many readers: a writer gets the lock once the real ones have left")
    void tooManyReaders() {
        peer.expect("rw.read book", "ok");
        raw.putInt(word, SHARED | 3);
        Answer writer = other.begin("writer", "rw.take book 20000");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        assertThat(other.outputWith("who are nobody")).isEmpty();
        peer.expect("rw.unread book", "ok");
        writer.is("taken");
        assertReported(other);
    }

    @Test
    @DisplayName("All flags at once: readers and writers get the lock nevertheless")
    void allFlags() {
        peer.expect("rw.read book", "ok");
        peer.expect("rw.unread book", "ok");
        raw.putInt(word, ALL_FLAGS | 4711);
        other.expect("rw.tryRead book 20000", "true");
        assertReported(other);
        other.expect("rw.unread book", "ok");
        peer.expect("rw.take book 20000", "taken");
    }

    @Test
    @DisplayName("A count of readers who are nobody beside the upgradable one: that gets the write lock nevertheless")
    void readersThatAreNobodyBesideAnUpgrader() {
        peer.expect("rw.readUpgradably book", "ok");
        raw.putInt(word, SHARED | 3);
        peer.expect("rw.write book", "ok");
        assertReported(peer);
        peer.expect("rw.unwrite book", "ok");
        peer.expect("rw.unreadUpgradably book", "ok");
        other.expect("rw.take book 20000", "taken");
    }

    @Test
    @DisplayName("A mutex that seems to have readers: it can be had nevertheless")
    void aMutexWithReaders() {
        peer.expect("lock book", "ok");
        peer.expect("unlock book", "ok");
        raw.putInt(word, SHARED | 1);
        assertThat(other.tell("acquire book 20000")).startsWith("held");
        other.expect("release book", "ok");
        assertReported(other);
    }

    @Test
    @DisplayName("A word that names a thread which is no writer: that thread may read, and write")
    void aWriterThatIsNone() {
        peer.expect("rw.write book", "ok");
        int writer = raw.getInt(word);
        peer.expect("rw.unwrite book", "ok");
        raw.putInt(word, writer);
        peer.expect("rw.tryRead book", "true");
        peer.expect("rw.unread book", "ok");
        raw.putInt(word, writer);
        peer.expect("rw.read book", "ok");
        other.expect("rw.read book", "ok");
        other.expect("rw.unread book", "ok");
        peer.expect("rw.unread book", "ok");
        other.expect("rw.take book 20000", "taken");
    }

    @ParameterizedTest(name = "{0}, thread {1}")
    @CsvSource({"rw.read, t", "rw.read, virtual0", "rw.write, t", "rw.write, virtual0"})
    @DisplayName("Who has the lock was killed, and its process's record wiped: a writer gets the lock nevertheless")
    void aDeadHolderOfAForgottenProcess(String how, String thread) {
        PeerJvm holder = space.peer();
        holder.begin(thread, how + " book").is("ok");
        holder.stop();
        int record = space.probe().processes() - 1;
        raw.putLong(raw.layout().process(record) + ProcessLayout.CONTROL, 0);
        holder.kill();
        assertThat(other.tell("rw.take book 20000")).contains("taken");
        Await.until("it is reported", () -> !other.outputWith("belongs to a process that is no longer").isEmpty());
    }
}
