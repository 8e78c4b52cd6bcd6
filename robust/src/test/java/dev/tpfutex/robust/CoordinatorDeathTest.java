package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.linux.RobustFutex;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Those in the queue hear from the kernel that the thread that coordinates has ended. */
@Watched
class CoordinatorDeathTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    /** The first to open the space is elected. */
    private PeerJvm host(String... jvmOptions) {
        PeerJvm host = space.peer(jvmOptions);
        Await.until("its coordinator is tied",
                () -> space.probe().coordinator() == host.pid() && isTied(space.probe().coordinatorRecord()));
        return host;
    }

    private boolean isTied(int process) {
        int life = space.probe().coordinatorLife(process) & ~RobustFutex.WAITERS;
        return life != 0 && (life & RobustFutex.OWNER_DIED) == 0;
    }

    private boolean isWatched(int process) {
        return (space.probe().coordinatorLife(process) & RobustFutex.WAITERS) != 0;
    }

    /** A thread of a process waits in the queue, behind a top waiter; the owner is a thread of the other process. */
    private Answer queueUp(PeerJvm owner, PeerJvm waiter) {
        owner.expect("lock book", "ok");
        owner.begin("top", "acquire book");
        Await.until("the top waiter sleeps", () -> space.probe().sleepers("book") == 1);
        Answer queued = waiter.begin("t", "acquire book");
        Await.until("two sleep", () -> space.probe().sleepers("book") == 2);
        return queued;
    }

    private void letThemPass(PeerJvm owner) {
        owner.expect("unlock book", "ok");
        owner.begin("top", "release book").is("ok");
    }

    @Test
    @DisplayName("The queue is served before the killed host's memory has been taken down")
    void theThreadsEndIsEnough() {
        boolean before = false;
        for (int attempt = 0; attempt < 5 && !before; attempt++) {
            before = isServedBeforeTheKilledIsGone();
        }
        assertThat(before).isTrue();
    }

    private boolean isServedBeforeTheKilledIsGone() {
        PeerJvm host = host("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");
        PeerJvm owner = space.peer();
        PeerJvm waiter = space.peer();
        Answer queued = queueUp(owner, waiter);
        int epoch = space.probe().epoch();
        long start = System.nanoTime();
        PeerJvm.signal("KILL", host.pid());
        letThemPass(owner);
        queued.is("held");
        host.awaitEnd();
        Await.until("the end of its output", () -> host.endedAt().isPresent());
        Duration gone = Duration.ofNanos(host.endedAt().getAsLong() - start);
        System.out.println("served after " + queued.after(start) + ", process gone after " + gone);
        assertThat(space.probe().epoch()).isGreaterThan(epoch);
        // So that the next one to open the space is elected.
        space.dismiss(owner);
        space.dismiss(waiter);
        return queued.after(start).compareTo(gone) < 0;
    }

    @Test
    @DisplayName("One that sleeps in the queue is woken by the end of the coordinator's thread, not by its process's")
    void theQueueWatchesTheCoordinator() {
        PeerJvm host = host();
        PeerJvm owner = space.peer();
        int record = space.probe().coordinatorRecord();
        assertThat(isWatched(record)).isFalse();
        Answer queued = queueUp(owner, space.peer());
        Await.until("it is watched", () -> isWatched(record));
        int epoch = space.probe().epoch();
        host.kill();
        Await.until("there is a successor", () -> space.probe().epoch() > epoch);
        letThemPass(owner);
        queued.is("held");
    }

    @Test
    @DisplayName("A coordinator that ends in order leaves no mark, and has a successor")
    void anOrderlyEndIsNoDeath() {
        PeerJvm host = host();
        PeerJvm owner = space.peer();
        Answer queued = queueUp(owner, space.peer());
        int record = space.probe().coordinatorRecord();
        int epoch = space.probe().epoch();
        assertThat(host.control("close")).isEqualTo("ok");
        assertThat(space.probe().coordinatorLife(record)).isZero();
        letThemPass(owner);
        queued.is("held");
        assertThat(space.probe().epoch()).isGreaterThan(epoch);
        Await.until("the successor is tied", () -> isTied(space.probe().coordinatorRecord()));
    }

    @Test
    @DisplayName("A coordinator that stands down for a successor leaves no mark; its process can be elected again")
    void whoStandsDownCanBeElectedAgain() {
        PeerJvm host = host();
        PeerJvm owner = space.peer();
        PeerJvm waiter = space.peer();
        Answer queued = queueUp(owner, waiter);
        int record = space.probe().coordinatorRecord();
        host.stop();
        Await.until("there is a successor", () -> space.probe().coordinatorRecord() != record);
        host.cont();
        Await.until("the first has stood down", () -> space.probe().coordinatorLife(record) == 0);
        letThemPass(owner);
        queued.is("held");
        waiter.expect("release book", "ok");
        space.dismiss(owner);
        space.dismiss(waiter);
        Await.until("the first is elected again", () -> space.probe().coordinator() == host.pid());
        Await.until("its coordinator is tied", () -> isTied(record));
    }
}
