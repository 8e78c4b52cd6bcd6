package dev.tpfutex.shm.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.JvmCommand;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A JVM over one mapping is killed, and one over the other comes after it; with each mapping in each part. */
@Watched
@ParameterizedClass
@EnumSource(Mapping.class)
class MixedDeathTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final Mapping ofVictim;

    MixedDeathTest(Mapping ofVictim) {
        this.ofVictim = ofVictim;
    }

    private PeerJvm peer(Mapping mapping) {
        System.setProperty(JvmCommand.ALSO_ON_PATH, mapping.classPath());
        PeerJvm peer = space.unopenedPeer(mapping.jvmFlags().toArray(String[]::new));
        peer.begin("main", "open " + space.path() + " mapping=" + mapping.option()).is("ok");
        return peer;
    }

    @AfterEach
    void reset() {
        System.clearProperty(JvmCommand.ALSO_ON_PATH);
    }

    @Test
    void theSleepingWaiterIsTold() {
        PeerJvm owner = peer(ofVictim);
        PeerJvm next = peer(ofVictim.other());
        owner.expect("lock book", "ok");
        Answer waiting = next.begin("t", "acquire book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        owner.kill();
        waiting.is("held ");
        assertThat(waiting.text()).contains("ownerDied");
        next.expect("repair book", "ok");
        next.expect("release book", "ok");
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    void theDeadReadersShareIsTakenBackAndTheWriterIsNotTold() {
        PeerJvm reader = peer(ofVictim);
        PeerJvm writer = peer(ofVictim.other());
        reader.expect("rw.read prices", "ok");
        writer.expect("rw.readers prices", "1");
        Answer waiting = writer.begin("t", "rw.take prices 60000");
        Await.until("it sleeps", () -> space.probe().sleepers("prices") == 1);
        reader.kill();
        assertThat(waiting.text()).isEqualTo("taken");
    }

    @Test
    void theDeadWriterIsToldOf() {
        PeerJvm writer = peer(ofVictim);
        PeerJvm next = peer(ofVictim.other());
        writer.expect("rw.write prices", "ok");
        writer.kill();
        next.expect("rw.read prices", "OwnerDiedException");
        next.expect("rw.take prices 60000", "taken ownerDied");
    }

    @Test
    void theCoordinatorIsTakenOver() {
        PeerJvm first = peer(ofVictim);
        Await.until("it coordinates", () -> space.probe().coordinator() == first.pid());
        PeerJvm second = peer(ofVictim.other());
        PeerJvm third = peer(ofVictim);
        second.expect("lock book", "ok");
        Answer waiting = third.begin("t", "lock book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        first.kill();
        Await.until("another coordinates", () -> space.probe().coordinator() != first.pid());
        second.expect("unlock book", "ok");
        waiting.is("ok");
    }
}
