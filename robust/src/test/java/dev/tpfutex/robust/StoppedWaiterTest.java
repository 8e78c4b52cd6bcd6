package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Turns;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hazards 8 and 13: a process that only waits is stopped, at a breakpoint say; the others must not wait for it. */
@Watched
class StoppedWaiterTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PeerJvm holder;
    private PeerJvm stopped;
    private PeerJvm other;
    private Answer stoppedAnswer;

    /** The one to be stopped is top waiter, and the next unlock is to hand the lock to it. */
    @BeforeEach
    void stopTheTopWaiter() {
        List<PeerJvm> peers = space.peers(3);
        holder = peers.get(0);
        stopped = peers.get(1);
        other = peers.get(2);
        holder.expect("lock book", "ok");
        stoppedAnswer = stopped.begin("t", "lock book");
        Await.until("it asks for a hand-off", () -> space.probe().asksForHandOff("book"));
        stopped.stop();
    }

    @Test
    @DisplayName("A stopped top waiter is not handed the lock: those behind it pass by, and it has its turn later")
    void thoseBehindPassBy() {
        Turns behind = new Turns("book");
        for (int i = 1; i <= 3; i++) {
            behind.add(other, "w" + i, other.begin("w" + i, "acquire book"));
            int queued = i;
            Await.until("one more is queued", () -> space.probe().queued("book") == queued);
        }
        holder.expect("unlock book", "ok");
        assertThat(behind.serveAll()).hasSize(3);
        assertThat(stoppedAnswer.isPending()).isTrue();
        stopped.cont();
        stoppedAnswer.is("ok");
        stopped.expect("unlock book", "ok");
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    @DisplayName("A stopped top waiter does not keep the queue waiting while running threads pass the lock on")
    void theQueueMovesWhileTheLockIsBusy() throws IOException {
        Answer queued = other.begin("t", "acquire book");
        Await.until("it is queued", () -> space.probe().queued("book") == 1);
        holder.expect("unlock book", "ok");
        Answer counting = holder.begin("t", "count book " + space.sibling("ledger") + " 0");
        long start = System.nanoTime();
        queued.is("held");
        System.out.println("queued behind a stopped top waiter: " + queued.after(start).toMillis() + " ms");
        assertThat(queued.after(start)).isLessThan(Duration.ofSeconds(3));
        other.expect("release book", "ok");
        Ledger.open(space.sibling("ledger")).stop();
        counting.is("counted");
        stopped.cont();
        stoppedAnswer.is("ok");
    }
}
