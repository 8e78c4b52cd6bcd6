package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.linux.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The coordinator as a process of its own, and life without it. */
@Watched
class DaemonTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private Path socket() {
        return space.sibling("tpfutexd.sock");
    }

    private PeerJvm client() {
        PeerJvm peer = space.unopenedPeer();
        peer.begin("main", "open " + space.path() + " daemon=" + socket()).is("ok");
        return peer;
    }

    private DaemonJvm startDaemon(Path... spaces) {
        return space.closeLater(DaemonJvm.start(socket(), spaces));
    }

    private void awaitService(long pid) {
        Await.until("pid " + pid + " coordinates", () -> space.probe().coordinator() == pid);
    }

    private void awaitServiceByOneOf(List<PeerJvm> clients) {
        Await.until("a client coordinates", () -> clients.stream()
                .anyMatch(client -> client.pid() == space.probe().coordinator()));
    }

    /** Locks it by one and lets others wait, most of them in the coordinator's queue. */
    private List<Answer> queueUp(PeerJvm owner, PeerJvm waiter) {
        owner.expect("lock book", "ok");
        List<Answer> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(waiter.begin("w" + i, "count book " + space.sibling("ledger") + " 1"));
        }
        Await.until("all sleep", () -> space.probe().sleepers("book") == 4);
        return waiting;
    }

    @Test
    @DisplayName("The embedded coordinator yields to a daemon that starts later, and serves again when it is killed")
    void theEmbeddedOneYields() {
        List<PeerJvm> clients = List.of(client(), client());
        awaitServiceByOneOf(clients);
        DaemonJvm daemon = startDaemon();
        awaitService(daemon.pid());
        Await.until("no client coordinates", () -> clients.stream()
                .allMatch(client -> client.control("threads tpfutex-coordinator").equals("0")));
        List<Answer> waiting = queueUp(clients.get(0), clients.get(1));
        clients.get(0).expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("counted 1"));
        daemon.kill();
        awaitServiceByOneOf(clients);
    }

    @Test
    @DisplayName("A daemon serves spaces named on its command line, for clients that do not look for one too")
    void aPinnedSpaceIsServed() {
        PeerJvm aloof = space.peer();
        DaemonJvm daemon = startDaemon(space.path());
        awaitService(daemon.pid());
        List<Answer> waiting = queueUp(aloof, client());
        aloof.expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("counted 1"));
    }

    @Test
    @DisplayName("A daemon leaves a space when its last client has gone, and serves it again for the next")
    void itComesAndGoesWithItsClients() {
        DaemonJvm daemon = startDaemon();
        PeerJvm client = client();
        awaitService(daemon.pid());
        client.kill();
        Await.until("nobody has it open", () -> space.probe().processes() <= 1 && space.probe().coordinator() == 0);
        PeerJvm next = client();
        awaitService(daemon.pid());
        next.expect("lock book", "ok");
    }

    @Test
    @DisplayName("C26: the daemon is killed while a lock is held and threads wait")
    void theDaemonIsKilledWithWaiters() {
        PeerJvm owner = client();
        PeerJvm waiter = client();
        DaemonJvm daemon = startDaemon();
        awaitService(daemon.pid());
        List<Answer> waiting = queueUp(owner, waiter);
        daemon.kill();
        assertThat(waiting).allMatch(Answer::isPending);
        owner.expect("holdCount book", "1");
        DaemonJvm next = startDaemon();
        awaitService(next.pid());
        owner.expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("counted 1"));
    }

    @Test
    @DisplayName("C26, hazard 13: the daemon is stopped while threads wait, and goes on later")
    void theDaemonIsStoppedWithWaiters() {
        PeerJvm owner = client();
        PeerJvm waiter = client();
        DaemonJvm daemon = startDaemon();
        awaitService(daemon.pid());
        List<Answer> waiting = queueUp(owner, waiter);
        daemon.stop();
        owner.expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("counted 1"));
        daemon.cont();
        awaitService(daemon.pid());
        List<Answer> again = queueUp(owner, waiter);
        owner.expect("unlock book", "ok");
        again.forEach(answer -> answer.is("counted 1"));
    }

    @Test
    @DisplayName("C26: the daemon is killed and started again under load, several times")
    void theDaemonIsKilledUnderLoad() throws IOException {
        List<PeerJvm> clients = List.of(client(), client(), client());
        Ledger ledger = Ledger.open(space.sibling("ledger"));
        List<Answer> counting = new ArrayList<>();
        for (PeerJvm client : clients) {
            for (int i = 0; i < 2; i++) {
                counting.add(client.begin("w" + i, "count book " + space.sibling("ledger") + " 0"));
            }
        }
        for (int round = 0; round < 4; round++) {
            DaemonJvm daemon = startDaemon();
            awaitService(daemon.pid());
            awaitProgress(ledger, counting);
            daemon.kill();
            awaitProgress(ledger, counting);
            awaitServiceByOneOf(clients);
        }
        ledger.stop();
        counting.forEach(answer -> answer.is("counted"));
        assertThat(space.probe().word("book")).isZero();
    }

    private static void awaitProgress(Ledger ledger, List<Answer> counting) {
        long before = ledger.count();
        Await.until("they count on", () -> ledger.count() > before + 1000);
        assertThat(counting).allMatch(Answer::isPending);
    }

    @Test
    @DisplayName("A daemon that may not open the file says so, and the clients stay embedded")
    void aDaemonThatMayNotOpenTheFileRefuses() throws IOException {
        assumeTrue(Threads.geteuid() == 0, "needs root, to start a daemon as somebody else");
        Files.setPosixFilePermissions(
                space.sibling(""), PosixFilePermissions.fromString("rwxrwxrwx"));
        space.closeLater(DaemonJvm.startAsNobody(space.sibling(""), socket()));
        PeerJvm client = client();
        PeerJvm other = client();
        client.awaitOutput("does not serve " + space.path());
        client.awaitOutput("permission denied");
        awaitServiceByOneOf(List.of(client, other));
        List<Answer> waiting = queueUp(client, other);
        client.expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("counted 1"));
    }

    @Test
    @DisplayName("C27: the daemon is not installed: the library works the same")
    void withoutADaemonTheClientsServeThemselves() {
        PeerJvm owner = client();
        PeerJvm waiter = client();
        assertThat(socket()).doesNotExist();
        List<Answer> waiting = queueUp(owner, waiter);
        owner.expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("counted 1"));
    }

    @Test
    @DisplayName("C27: a socket that a killed daemon has left behind disturbs neither clients nor the next daemon")
    void aLeftSocketIsHarmless() {
        DaemonJvm daemon = startDaemon();
        daemon.kill();
        assertThat(socket()).exists();
        PeerJvm owner = client();
        List<Answer> waiting = queueUp(owner, client());
        owner.expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("counted 1"));
        awaitService(startDaemon().pid());
    }
}
