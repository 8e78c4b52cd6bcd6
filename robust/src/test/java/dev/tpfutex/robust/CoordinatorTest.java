package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The embedded coordinator: who hosts it, and what its host's death or stop does to the others. */
@Watched
class CoordinatorTest {

    /** The design says a second; on a busy machine it may be a few. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final String COUNT_COORDINATORS = "threads tpfutex-coordinator";

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final List<PeerJvm> others = new ArrayList<>();

    /** The first to open the space is elected; the others come after it. */
    private PeerJvm startHostAndOthers(int count) {
        PeerJvm host = space.peer();
        Await.until("the first is elected", () -> space.probe().coordinator() == host.pid());
        others.addAll(space.peers(count));
        assertThat(space.probe().coordinator()).isEqualTo((int) host.pid());
        return host;
    }

    /** Six threads that will each count once; returns when they sleep, at least four of them in the queue. */
    private List<Answer> queueUp() {
        others.get(0).expect("lock book", "ok");
        List<Answer> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(others.get(1).begin("w" + i, "count book " + space.sibling("ledger") + " 1"));
            waiting.add(others.get(2).begin("w" + i, "count book " + space.sibling("ledger") + " 1"));
        }
        Await.until("all sleep", () -> space.probe().sleepers("book") == 6);
        return waiting;
    }

    private void awaitSoon(List<Answer> answers, long start, String what) {
        Duration longest = Duration.ZERO;
        for (Answer answer : answers) {
            answer.is("counted 1");
            longest = longest.compareTo(answer.after(start)) < 0 ? answer.after(start) : longest;
        }
        System.out.println(what + ": last waiter served after " + longest.toMillis() + " ms");
        assertThat(longest).isLessThan(SOON);
    }

    private long coordinatorThreads() {
        return others.stream()
                .filter(PeerJvm::isAlive)
                .mapToLong(peer -> Long.parseLong(peer.control(COUNT_COORDINATORS)))
                .sum();
    }

    @Test
    @DisplayName("The host of the embedded coordinator is killed: a successor serves those in the queue")
    void theHostIsKilled() throws IOException {
        PeerJvm host = startHostAndOthers(3);
        List<Answer> waiting = queueUp();
        host.kill();
        long start = System.nanoTime();
        others.get(0).expect("unlock book", "ok");
        awaitSoon(waiting, start, "host killed");
        assertThat(coordinatorThreads()).isEqualTo(1);
        assertThat(Ledger.open(space.sibling("ledger")).count()).isEqualTo(6);
    }

    @Test
    @DisplayName("Hosts are killed one after the other while threads wait: the last one left serves itself")
    void hostsAreKilledInARow() {
        PeerJvm host = startHostAndOthers(5);
        List<Answer> waiting = queueUp();
        host.kill();
        for (int i = 0; i < 2; i++) {
            PeerJvm next = awaitHost();
            // The owner and the waiters' processes are needed still.
            if (others.indexOf(next) > 2) {
                next.kill();
            }
        }
        long start = System.nanoTime();
        others.get(0).expect("unlock book", "ok");
        awaitSoon(waiting, start, "hosts killed in a row");
    }

    private PeerJvm awaitHost() {
        Await.until("one is elected", () -> others.stream().anyMatch(this::isHost));
        return others.stream()
                .filter(this::isHost).findAny().orElseThrow();
    }

    private boolean isHost(PeerJvm peer) {
        return peer.isAlive() && peer.pid() == space.probe().coordinator();
    }

    @RepeatedTest(2)
    @DisplayName("Hazard 13: the host is stopped, a successor serves those in the queue; its return does no harm")
    void theHostIsStopped() throws IOException {
        PeerJvm host = startHostAndOthers(3);
        List<Answer> waiting = queueUp();
        int epoch = space.probe().epoch();
        host.stop();
        long start = System.nanoTime();
        others.get(0).expect("unlock book", "ok");
        awaitSoon(waiting, start, "host stopped");
        assertThat(space.probe().epoch()).isGreaterThan(epoch);
        host.cont();
        host.expect("acquire book 15000", "held");
        host.expect("release book", "ok");
        Await.until("the first has noticed that it is replaced", () -> host.control(COUNT_COORDINATORS).equals("0"));
        assertThat(coordinatorThreads()).isEqualTo(1);
        assertThat(Ledger.open(space.sibling("ledger")).count()).isEqualTo(6);
    }

    @Test
    @DisplayName("Hazard 13: the stopped host has waiters of its own in the queue: those behind them pass by")
    void theHostIsStoppedWithWaitersOfItsOwn() {
        PeerJvm host = startHostAndOthers(3);
        others.get(0).expect("lock book", "ok");
        String count = "count book " + space.sibling("ledger") + " 1";
        List<Answer> waiting = new ArrayList<>();
        waiting.add(others.get(1).begin("top", count));
        Await.until("the top waiter sleeps", () -> space.probe().sleepers("book") == 1);
        List<Answer> stopped = List.of(host.begin("a", count), host.begin("b", count));
        Await.until("two of the host's threads sleep", () -> space.probe().queued("book") == 2);
        waiting.add(others.get(1).begin("a", count));
        waiting.add(others.get(2).begin("b", count));
        Await.until("five sleep", () -> space.probe().sleepers("book") == 5);
        host.stop();
        long start = System.nanoTime();
        others.get(0).expect("unlock book", "ok");
        awaitSoon(waiting, start, "host stopped with waiters of its own");
        assertThat(stopped).allMatch(Answer::isPending);
        host.cont();
        stopped.forEach(answer -> answer.is("counted 1"));
    }

    @Test
    @DisplayName("Hazard 13: the host is stopped and goes on, again and again, under load")
    void hostsComeAndGoUnderLoad() throws IOException {
        others.add(startHostAndOthers(3));
        Ledger ledger = Ledger.open(space.sibling("ledger"));
        List<Answer> counting = new ArrayList<>();
        for (PeerJvm peer : others.subList(0, 2)) {
            for (int i = 0; i < 3; i++) {
                counting.add(peer.begin("w" + i, "count book " + space.sibling("ledger") + " 0"));
            }
        }
        for (int round = 0; round < 6; round++) {
            long before = ledger.count();
            // Those that count are never stopped: they might be so as owners.
            PeerJvm idle = others.get(2 + round % 2);
            idle.stop();
            Await.until("the others count on", () -> ledger.count() > before + 1000);
            idle.cont();
            idle.begin("t", "acquire book 15000").is("held");
            idle.expect("release book", "ok");
        }
        ledger.stop();
        counting.forEach(answer -> answer.is("counted"));
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    @DisplayName("Hazard 9, C19: twenty processes start on a file that is not there: one creates, one coordinates")
    void twentyStartTogether() throws IOException {
        for (int i = 0; i < 20; i++) {
            others.add(space.unopenedPeer());
        }
        // All have started when all have answered.
        others.stream().map(peer -> peer.begin("main", COUNT_COORDINATORS)).toList().forEach(a -> a.is("0"));
        others.stream().map(peer -> peer.begin("main", "open " + space.path())).toList().forEach(a -> a.is("ok"));
        others.stream()
                .map(peer -> peer.begin("t", "count book " + space.sibling("ledger") + " 50"))
                .toList()
                .forEach(answer -> answer.is("counted 50"));
        assertThat(Ledger.open(space.sibling("ledger")).count()).isEqualTo(1000);
        assertThat(space.probe().processes()).isEqualTo(20);
        Await.until("one coordinates", () -> coordinatorThreads() == 1);
    }
}
