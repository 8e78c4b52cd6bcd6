package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens to the others when a process is killed or stopped while it reads or writes. */
@Watched
class RwDeathTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PeerJvm survivor;
    private PeerJvm victim;

    @BeforeEach
    void start() {
        List<PeerJvm> peers = space.peers(2);
        survivor = peers.get(0);
        victim = peers.get(1);
    }

    private void awaitSleeper() {
        Await.until("the survivor sleeps", () -> space.probe().sleepers("book") == 1);
    }

    @Test
    @DisplayName("C02, P15: the share of a killed reader comes back, and its death is no owner's death")
    void aKilledReader() {
        victim.expect("rw.read book", "ok");
        victim.begin("u", "rw.read book").is("ok");
        Answer taken = survivor.begin("t", "rw.take book 20000");
        awaitSleeper();
        victim.kill();
        assertThat(taken.text()).isEqualTo("taken");
        survivor.expect("rw.readers book", "0");
    }

    @Test
    @DisplayName("P15: the share of a killed reader that had left the word alone comes back")
    void aKilledBiasedReader() {
        Await.until("readers leave the word alone", () -> {
            victim.expect("rw.bias book 100", "ok");
            return space.probe().isBiased("book");
        });
        victim.expect("rw.read book", "ok");
        survivor.expect("rw.tryRead book", "true");
        survivor.expect("rw.unread book", "ok");
        Answer taken = survivor.begin("t", "rw.take book 20000");
        awaitSleeper();
        assertThat(space.probe().isBiased("book")).isFalse();
        victim.kill();
        assertThat(taken.text()).isEqualTo("taken");
    }

    @Test
    @DisplayName("C02: the writer does not wait until the memory of a killed reader has been taken down")
    void theEndOfTheReadersThreadIsEnough() {
        boolean before = false;
        for (int attempt = 0; attempt < 5 && !before; attempt++) {
            PeerJvm reader = space.peer("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");
            reader.expect("rw.read book", "ok");
            reader.begin("u", "rw.read book").is("ok");
            Answer taken = survivor.begin("t", "rw.take book 20000");
            awaitSleeper();
            long start = System.nanoTime();
            reader.kill();
            Duration gone = Duration.ofNanos(System.nanoTime() - start);
            assertThat(taken.text()).isEqualTo("taken");
            System.out.println("writer after " + taken.after(start) + ", process gone after " + gone);
            before = taken.after(start).compareTo(gone) < 0;
        }
        assertThat(before).isTrue();
    }

    @Test
    @DisplayName("P15: other readers keep their shares when one is killed")
    void theOthersGoOnReading() {
        victim.expect("rw.read book", "ok");
        survivor.expect("rw.read book", "ok");
        victim.kill();
        Await.until("one reads", () -> survivor.tell("u", "rw.readers book").equals("1"));
        assertThat(survivor.tell("u", "rw.take book 50")).startsWith("LockTimeoutException");
        survivor.expect("rw.unread book", "ok");
        survivor.expect("rw.take book 20000", "taken");
    }

    @Test
    @DisplayName("P14: a killed writer is told of to the next writer; nobody reads before that")
    void aKilledWriter() {
        victim.expect("rw.write book", "ok");
        Answer read = survivor.begin("r", "rw.read book");
        awaitSleeper();
        victim.kill();
        read.is("OwnerDiedException");
        assertThat(survivor.tell("rw.take book 20000")).isEqualTo("taken ownerDied");
        survivor.begin("r", "rw.read book").is("ok");
        survivor.begin("r", "rw.unread book").is("ok");
    }

    @Test
    @DisplayName("A killed upgradable reader: the next one has its place")
    void aKilledUpgradableReader() {
        victim.expect("rw.readUpgradably book", "ok");
        survivor.expect("rw.tryRead book", "true");
        survivor.expect("rw.unread book", "ok");
        Answer next = survivor.begin("t", "rw.readUpgradably book");
        awaitSleeper();
        victim.kill();
        next.is("ok");
        survivor.expect("rw.write book", "ok");
        survivor.expect("rw.unwrite book", "ok");
        survivor.expect("rw.unreadUpgradably book", "ok");
    }

    @Test
    @DisplayName("Killed while it waits for the readers to leave, an upgradable reader leaves nobody stranded")
    void aKilledUpgrader() {
        survivor.expect("rw.read book", "ok");
        victim.expect("rw.readUpgradably book", "ok");
        victim.begin("t", "rw.write book");
        awaitSleeper();
        victim.kill();
        Await.until("readers are let in", () -> survivor.tell("u", "rw.tryRead book").equals("true"));
        survivor.begin("u", "rw.unread book").is("ok");
        survivor.expect("rw.unread book", "ok");
        survivor.expect("rw.take book 20000", "taken");
    }

    @Test
    @DisplayName("Hazard 8: a stopped reader keeps its share, delays writers and nothing else")
    void aStoppedReader() {
        victim.expect("rw.read book", "ok");
        victim.stop();
        survivor.expect("rw.tryRead book", "true");
        survivor.expect("rw.unread book", "ok");
        assertThat(survivor.tell("rw.take book 50")).startsWith("LockTimeoutException").contains(String.valueOf(
                victim.pid()));
        survivor.expect("rw.tryRead book", "true");
        survivor.expect("rw.unread book", "ok");
        Answer taken = survivor.begin("t", "rw.take book 20000");
        awaitSleeper();
        victim.cont();
        victim.expect("rw.unread book", "ok");
        assertThat(taken.text()).isEqualTo("taken");
    }
}
