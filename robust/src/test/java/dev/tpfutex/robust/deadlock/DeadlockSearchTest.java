package dev.tpfutex.robust.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.SpaceFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is a deadlock, from one look to the next. */
@Watched
class DeadlockSearchTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PeerJvm one;
    private PeerJvm two;
    private MappedPort port;
    private DeadlockSearch search;

    @BeforeEach
    void lock() {
        one = space.peer();
        two = space.peer();
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        SpaceFile file = SpaceFile.openOrCreate(space.path(), SpaceOptions.defaults().create(false));
        space.closeLater(file::close);
        port = new MappedPort(file, file.segment());
        search = new DeadlockSearch(port, new Observers(space.path(), port));
    }

    private WaitForGraph awaitCycle() {
        WaitForGraph[] last = new WaitForGraph[1];
        Await.until("they wait for each other", () -> {
            last[0] = search.look();
            return !last[0].cycles().isEmpty();
        });
        return last[0];
    }

    @Test
    @DisplayName("A cycle counts only if the next look shows the same waits")
    void theSameInTwoLooks() {
        one.begin("t", "lock b");
        Answer gives = two.begin("t", "lockInterruptibly a");
        WaitForGraph before = awaitCycle();
        assertThat(search.confirmed(before)).singleElement()
                .satisfies(cycle -> assertThat(search.describe(cycle)).hasSize(2));
        two.control("interrupt t");
        gives.is("InterruptedException");
        assertThat(search.confirmed(before)).isEmpty();
        two.begin("t", "lockInterruptibly a");
        WaitForGraph after = awaitCycle();
        assertThat(search.confirmed(before)).isEmpty();
        assertThat(search.confirmed(after)).hasSize(1);
    }

    @Test
    @DisplayName("Waits of less than a second are not looked at, and a single one makes no edge")
    void onlyLongWaits() {
        one.begin("t", "lock b");
        Await.until("it waits", () -> space.probe().sleepers("b") == 1);
        assertThat(search.look().longWaits()).isLessThan(2);
        Await.until("it has waited for long", () -> search.look().longWaits() == 1);
        assertThat(search.look().edges()).isZero();
        two.expect("unlock b", "ok");
        Await.until("it waits no longer", () -> search.look().longWaits() == 0);
    }

    @Test
    @DisplayName("Each thread of two circles that meet is in one that is found")
    void twoCircles() {
        PeerJvm three = space.peer();
        three.expect("rw.read prices", "ok");
        two.expect("rw.read prices", "ok");
        one.begin("t", "rw.write prices");
        two.begin("t", "lock a");
        three.begin("t", "lock a");
        Await.until("all wait", () -> search.look().edges() == 4);
        assertThat(search.confirmed(search.look())).hasSize(2).allSatisfy(
                cycle -> assertThat(cycle.waiters()).hasSize(2));
    }

    @Test
    @DisplayName("Nobody is told of a deadlock with the dead, whose locks will be free once somebody cleans up after them")
    void withTheDead() {
        two.begin("virtual", "lock c").is("ok");
        one.begin("t", "lock c");
        two.begin("virtual", "lock a");
        int tid = awaitCycle().cycles().getFirst().waiters().stream()
                .filter(waiter -> search.thread(waiter).orElseThrow().pid() == one.pid())
                .findFirst()
                .orElseThrow()
                .tid();
        // Now there is nobody to clean up.
        one.stop();
        assertThat(search.of(new Task(port, tid, null))).hasSize(2);
        two.kill();
        assertThat(search.look().cycleThrough(tid)).isNotNull();
        assertThat(search.of(new Task(port, tid, null))).isEmpty();
    }
}
