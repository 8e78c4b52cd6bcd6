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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Virtual threads wait like others, and never keep their carrier. */
@Watched
class VirtualThreadTest {

    /** One carrier and no other in its place: who pins it stops all virtual threads. */
    private static final String[] ONE_CARRIER = {
        "-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1"};

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @Test
    @DisplayName("While virtual threads wait for another process, others go on with the same, only carrier")
    void waitingPinsNoCarrier() {
        PeerJvm holder = space.peer();
        PeerJvm peer = space.peer(ONE_CARRIER);
        holder.expect("lock book", "ok");
        Turns waiting = new Turns("book");
        List<String> ways = List.of("lock book", "lockInterruptibly book", "acquire book", "acquire book 15000");
        for (int i = 0; i < ways.size(); i++) {
            waiting.add(peer, "virtual" + i, peer.begin("virtual" + i, ways.get(i)));
            int sleeping = i + 1;
            Await.until("one more sleeps", () -> space.probe().sleepers("book") == sleeping);
        }
        for (int i = 0; i < 10; i++) {
            peer.begin("virtual-free", "lock ledger").is("ok");
            peer.begin("virtual-free", "unlock ledger").is("ok");
        }
        assertThat(waiting.areAllPending()).isTrue();
        holder.expect("unlock book", "ok");
        assertThat(waiting.serveAll()).allMatch(answer -> answer.matches("ok|held.*"));
    }

    @Test
    @DisplayName("An interrupt ends the wait of a virtual thread at once, a time-out ends it in time")
    void interruptsAndTimeouts() {
        PeerJvm holder = space.peer();
        PeerJvm peer = space.peer(ONE_CARRIER);
        holder.begin("owner", "lock book").is("ok");
        Answer interrupted = peer.begin("virtual", "lockInterruptibly book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        long start = System.nanoTime();
        peer.control("interrupt virtual");
        interrupted.is("InterruptedException");
        System.out.println("virtual thread interrupted: " + interrupted.after(start).toMillis() + " ms");
        assertThat(peer.tell("virtual", "acquire book 50")).startsWith("LockTimeoutException").contains("owner");
        assertThat(peer.tell("virtual", "tryLock book 50")).isEqualTo("false");
        assertThat(peer.tell("virtual", "interrupted book")).isEqualTo("false");
        assertThat(peer.tell("virtual", "holdCount book")).isEqualTo("0");
    }

    @Test
    @DisplayName("An interrupt does not end lock(), and is not lost")
    void anInterruptDoesNotEndLock() {
        PeerJvm holder = space.peer();
        PeerJvm peer = space.peer(ONE_CARRIER);
        holder.expect("lock book", "ok");
        Answer locked = peer.begin("virtual", "lock book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        peer.control("interrupt virtual");
        // A carrier that is free to do this is not busy with an interrupted thread that cannot sleep.
        peer.begin("virtual-free", "lock ledger").is("ok");
        assertThat(locked.isPending()).isTrue();
        holder.expect("unlock book", "ok");
        locked.is("ok");
        assertThat(peer.tell("virtual", "interrupted book")).isEqualTo("true");
    }

    @Test
    @DisplayName("A thousand virtual threads contend for one lock, with threads of another process among them")
    void aThousandContend() throws IOException {
        PeerJvm peer = space.peer();
        PeerJvm other = space.peer(ONE_CARRIER);
        String ledger = " book " + space.sibling("ledger");
        List<Answer> counting = List.of(
                peer.begin("t", "crowd" + ledger + " 1000 10"),
                other.begin("t", "crowd" + ledger + " 200 10"),
                other.begin("u", "count" + ledger + " 1000"));
        long start = System.nanoTime();
        counting.forEach(answer -> assertThat(answer.text(Duration.ofSeconds(60))).startsWith("counted"));
        counting.forEach(answer -> System.out.println("crowd served after " + answer.after(start).toMillis() + " ms"));
        assertThat(Ledger.open(space.sibling("ledger")).count()).isEqualTo(13_000);
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    @DisplayName("Virtual threads of one process wake those of another, both ways")
    void theyPassTheLockToEachOther() throws IOException {
        List<PeerJvm> peers = List.of(space.peer(ONE_CARRIER), space.peer(ONE_CARRIER));
        String ledger = " book " + space.sibling("ledger");
        List<Answer> counting = peers.stream().map(peer -> peer.begin("t", "crowd" + ledger + " 20 500")).toList();
        counting.forEach(answer -> answer.is("counted 10000"));
        assertThat(Ledger.open(space.sibling("ledger")).count()).isEqualTo(20_000);
    }

    @Test
    @DisplayName("A process is killed while its virtual threads own and wait: the lock goes on")
    void theirProcessIsKilled() {
        PeerJvm victim = space.peer(ONE_CARRIER);
        PeerJvm survivor = space.peer();
        victim.begin("virtual0", "lock book").is("ok");
        for (int i = 1; i <= 3; i++) {
            victim.begin("virtual" + i, "lock book");
            int sleeping = i;
            Await.until("one more sleeps", () -> space.probe().sleepers("book") == sleeping);
        }
        Answer next = survivor.begin("virtual", "acquire book");
        Await.until("the survivor sleeps", () -> space.probe().sleepers("book") == 4);
        victim.kill();
        assertThat(next.text()).startsWith("held").contains("ownerDied");
    }
}
