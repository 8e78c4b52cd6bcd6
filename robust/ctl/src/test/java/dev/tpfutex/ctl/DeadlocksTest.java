package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real deadlocks of real JVMs. */
@Watched
class DeadlocksTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private List<JsonValue> edges() {
        JsonValue found = Run.expect(1, "deadlocks", "--json", space.path()).json().get("deadlocks");
        assertThat(found.list()).hasSize(1);
        return found.get(0).get("edges").elements();
    }

    private static long waiter(JsonValue edge) {
        return edge.get("waiter").get("pid").number();
    }

    private static long holder(JsonValue edge) {
        return edge.get("holder").get("pid").number();
    }

    @Test
    void twoProcessesWaitForEachOther() {
        PeerJvm one = space.peer();
        PeerJvm two = space.peer();
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        Answer saved = Scene.waitsFor(space, one, "t", "acquire", "b");
        assertThat(Run.expect(0, "deadlocks", space.path()).out()).startsWith("no deadlocks");
        Scene.waitsFor(space, two, "t", "a");
        List<JsonValue> edges = edges();
        assertThat(edges).hasSize(2);
        for (JsonValue edge : edges) {
            boolean first = edge.get("lock").value().equals("b");
            assertThat(waiter(edge)).isEqualTo(first ? one.pid() : two.pid());
            assertThat(holder(edge)).isEqualTo(first ? two.pid() : one.pid());
        }
        assertThat(Run.expect(1, "deadlocks", space.path()).out()).contains(
                "deadlock of 2 threads:",
                "pid " + one.pid() + " \"t\" waits",
                "for \"b\" of " + space.path() + ", which pid " + two.pid() + " \"t\" owns");
        two.kill();
        saved.is("held");
        Run.expect(0, "deadlocks", space.path());
    }

    @Test
    void readersAreHolders() {
        PeerJvm reader = space.peer();
        PeerJvm writer = space.peer();
        reader.expect("rw.read prices", "ok");
        space.peer().expect("rw.read prices", "ok");
        writer.expect("lock book", "ok");
        Scene.waitsFor(space, reader, "t", "book");
        Scene.waitsFor(space, writer, "t", "rw.write", "prices");
        List<JsonValue> edges = edges();
        assertThat(edges).hasSize(2);
        JsonValue read =
                edges.stream().filter(edge -> edge.get("lock").value().equals("prices")).findFirst().orElseThrow();
        assertThat(holder(read)).isEqualTo(reader.pid());
        assertThat(read.get("holder").get("shared").value()).isEqualTo(true);
        assertThat(waiter(read)).isEqualTo(writer.pid());
    }

    @Test
    void anUpgraderWaitsForTheOtherReaders() {
        PeerJvm upgrader = space.peer();
        PeerJvm reader = space.peer();
        upgrader.expect("rw.readUpgradably prices", "ok");
        upgrader.expect("lock book", "ok");
        reader.expect("rw.read prices", "ok");
        Scene.waitsFor(space, reader, "t", "book");
        Run.expect(0, "deadlocks", space.path());
        upgrader.begin("t", "rw.write prices");
        Await.until("the upgrader sleeps", () -> Run.of("show", space.path(), "prices").out().contains("upgrading"));
        List<JsonValue> edges = edges();
        assertThat(edges).hasSize(2);
        assertThat(edges.stream().map(DeadlocksTest::waiter).toList())
                .containsExactlyInAnyOrder(upgrader.pid(), reader.pid());
    }

    @Test
    void whoWantsToBeUpgradableWaitsForNoOtherReader() {
        PeerJvm upgradable = space.peer();
        PeerJvm reader = space.peer();
        PeerJvm other = space.peer();
        upgradable.expect("rw.readUpgradably prices", "ok");
        reader.expect("rw.read prices", "ok");
        other.expect("lock book", "ok");
        Scene.waitsFor(space, reader, "t", "book");
        Scene.waitsFor(space, other, "t", "rw.readUpgradably", "prices");
        Run.expect(0, "deadlocks", space.path());
        Scene.waitsFor(space, upgradable, "t", "book");
        assertThat(edges().stream().map(DeadlocksTest::waiter).toList())
                .containsExactlyInAnyOrder(upgradable.pid(), other.pid());
    }

    /** Whoever has used up its entries cannot show that it reads, so it has to be alone. */
    @ParameterizedTest
    @CsvSource({"rw.read, false", "rw.readUpgradably, false", "rw.read, true", "rw.readUpgradably, true"})
    void whoCannotShowThatItReadsWaitsForEachReader(String verb, boolean besideAnUpgradableOne) {
        PeerJvm full = space.peer();
        PeerJvm reader = space.peer();
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            full.expect("lock full" + i, "ok");
        }
        full.expect("lock book", "ok");
        reader.expect("rw.read prices", "ok");
        if (besideAnUpgradableOne) {
            space.peer().expect("rw.readUpgradably prices", "ok");
        }
        Scene.waitsFor(space, reader, "t", "book");
        Run.expect(0, "deadlocks", space.path());
        Scene.waitsFor(space, full, "t", verb, "prices");
        assertThat(edges().stream().map(DeadlocksTest::waiter).toList())
                .containsExactlyInAnyOrder(full.pid(), reader.pid());
    }

    @Test
    void threeThreadsOfThreeProcessesInACircle() {
        List<PeerJvm> peers = space.peers(3);
        for (int i = 0; i < 3; i++) {
            peers.get(i).expect("lock lock" + i, "ok");
        }
        for (int i = 0; i < 3; i++) {
            Scene.waitsFor(space, peers.get(i), "t", "lock" + (i + 1) % 3);
        }
        List<JsonValue> edges = edges();
        assertThat(edges).hasSize(3);
        for (int i = 0; i < 3; i++) {
            assertThat(holder(edges.get(i))).isEqualTo(waiter(edges.get((i + 1) % 3)));
        }
    }
}
