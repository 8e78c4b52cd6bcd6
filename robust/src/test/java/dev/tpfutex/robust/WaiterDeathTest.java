package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Turns;
import dev.tpfutex.robust.peer.Watched;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process is killed while it waits: whoever comes after it still gets the lock (DESIGN 5, hazards 3 and 4). */
@Watched
class WaiterDeathTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PeerJvm holder;
    private PeerJvm first;
    private PeerJvm second;
    private PeerJvm third;

    @BeforeEach
    void startPeers() {
        List<PeerJvm> peers = space.peers(4);
        holder = peers.get(0);
        first = peers.get(1);
        second = peers.get(2);
        third = peers.get(3);
        holder.expect("lock book", "ok");
    }

    private Answer waitInLine(PeerJvm peer, String thread, int place) {
        Answer answer = peer.begin(thread, "acquire book");
        Await.until("one more sleeps", () -> space.probe().sleepers("book") == place);
        return answer;
    }

    @RepeatedTest(2)
    @DisplayName("The top waiter is killed: the one behind it gets the lock, and nobody is told of a death")
    void theTopWaiterDies() {
        waitInLine(first, "t", 1);
        Answer next = waitInLine(second, "t", 2);
        assertThat(space.probe().topWaiter("book")).isEqualTo((int) first.pid());
        first.kill();
        holder.expect("unlock book", "ok");
        assertThat(next.text()).startsWith("held").doesNotContain("ownerDied");
    }

    @RepeatedTest(2)
    @DisplayName("The top waiter is killed just when the lock is given up")
    void theTopWaiterDiesAtTheUnlock() {
        waitInLine(first, "t", 1);
        Turns others = new Turns("book");
        others.add(second, "t", waitInLine(second, "t", 2));
        others.add(third, "t", waitInLine(third, "t", 3));
        Answer unlocked = holder.begin("t", "unlock book");
        first.kill();
        unlocked.is("ok");
        // The dead one may have entered; then whoever comes next is told.
        assertThat(others.serveAll()).allMatch(answer -> answer.startsWith("held"));
    }

    @RepeatedTest(2)
    @DisplayName("C04: queued waiters are killed: the line closes up, no wake-up is lost on the dead")
    void queuedWaitersDie() {
        Turns others = new Turns("book");
        others.add(first, "t", waitInLine(first, "t", 1));
        waitInLine(second, "a", 2);
        waitInLine(second, "b", 3);
        others.add(third, "t", waitInLine(third, "t", 4));
        second.kill();
        holder.expect("unlock book", "ok");
        assertThat(others.serveAll()).allMatch(answer -> answer.startsWith("held") && !answer.contains("ownerDied"));
    }

    @RepeatedTest(2)
    @DisplayName("Owner, top waiter and head of the queue are killed together")
    void allInFrontDie() {
        waitInLine(first, "t", 1);
        waitInLine(second, "t", 2);
        Answer behind = waitInLine(third, "t", 3);
        holder.kill();
        first.kill();
        second.kill();
        assertThat(behind.text()).startsWith("held").contains("ownerDied");
    }
}
