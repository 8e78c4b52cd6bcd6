package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.ForeignPeer;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A client in C, written from {@code docs/PROTOCOL.md}, among JVMs. */
@Watched
class ForeignClientTest {

    private static final int KILLS = 20;

    @TempDir
    static Path programs;

    private static Path program;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @BeforeAll
    static void compile() {
        Optional<Path> compiler = ForeignPeer.compiler();
        assumeTrue(compiler.isPresent(), "needs a C compiler, cc");
        program = ForeignPeer.compile(compiler.get(), programs);
    }

    private PeerJvm foreigner(String... before) {
        PeerJvm peer = space.closeLater(ForeignPeer.start(program, before));
        peer.expect("open " + space.path(), "ok");
        return peer;
    }

    private void awaitTopWaiter(PeerJvm peer) {
        Await.until(peer + " is the top waiter and sleeps",
                () -> space.probe().topWaiter("book") == peer.pid() && space.probe().sleepers("book") > 0);
    }

    private void awaitQueued(int count) {
        Await.until(count + " are queued", () -> space.probe().queued("book") == count);
    }

    @Test
    @DisplayName("It locks, unlocks and shows who holds; its tokens and those of JVMs are one series")
    void uncontended() {
        PeerJvm jvm = space.peer();
        PeerJvm foreigner = foreigner();
        foreigner.expect("lock book", "ok");
        assertThat(foreigner.tell("token book")).isEqualTo("1");
        assertThat(jvm.tell("holder book")).contains("pid=" + foreigner.pid() + ",");
        jvm.expect("tryLock book", "false");
        foreigner.expect("unlock book", "ok");
        assertThat(jvm.tell("acquire book")).startsWith("held").contains("token=2");
        foreigner.expect("lock book 20", "timed out");
        foreigner.expect("unlock book", "not the owner");
        jvm.expect("release book", "ok");
        foreigner.expect("lock book", "ok");
        assertThat(foreigner.tell("token book")).isEqualTo("3");
        foreigner.expect("unlock book", "ok");
        foreigner.expect("close", "ok");
        Await.until("its record is free", () -> space.probe().processes() == 1);
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    @DisplayName("A lock that it makes JVMs find, and the other way round; kinds are told apart")
    void names() {
        PeerJvm jvm = space.peer();
        PeerJvm foreigner = foreigner();
        foreigner.expect("lock k\u00f6nig", "ok");
        jvm.expect("tryLock k\u00f6nig", "false");
        jvm.expect("lock other", "ok");
        foreigner.expect("lock other 1", "timed out");
        jvm.expect("rw.read prices", "ok");
        foreigner.expect("lock prices", "no mutex of this name");
    }

    @Test
    @DisplayName("As the top waiter it sleeps, and is woken; and wakes a JVM that is")
    void topWaiters() {
        PeerJvm jvm = space.peer();
        PeerJvm foreigner = foreigner();
        jvm.expect("lock book", "ok");
        Answer waiting = foreigner.begin("t", "lock book");
        awaitTopWaiter(foreigner);
        jvm.expect("unlock book", "ok");
        waiting.is("ok");
        Answer jvmWaits = jvm.begin("t", "lock book");
        awaitTopWaiter(jvm);
        foreigner.expect("unlock book", "ok");
        jvmWaits.is("ok");
    }

    @Test
    @DisplayName("It gets a lock handed over for which it has asked, and hands over itself")
    void handOffs() {
        PeerJvm jvm = space.peer();
        PeerJvm foreigner = foreigner();
        jvm.expect("lock book", "ok");
        Answer waiting = foreigner.begin("t", "lock book");
        Await.until("it asks for a hand-off", () -> space.probe().asksForHandOff("book"));
        jvm.expect("unlock book", "ok");
        jvm.expect("tryLock book", "false");
        waiting.is("ok");
        Answer jvmWaits = jvm.begin("t", "acquire book");
        Await.until("it asks for a hand-off", () -> space.probe().asksForHandOff("book"));
        foreigner.expect("unlock book", "ok");
        assertThat(jvmWaits.text()).contains("HANDED_OFF");
    }

    @Test
    @DisplayName("In the queue, behind a JVM and before one, it gets its turn; one that gives up is not missed")
    void theQueue() {
        PeerJvm jvm = space.peer();
        PeerJvm foreigner = foreigner();
        PeerJvm impatient = foreigner();
        PeerJvm other = space.peer();
        jvm.expect("lock book", "ok");
        // Who is slow to come loses its place to the next: the order is not promised.
        Map<Answer, Runnable> waiting = new HashMap<>();
        waiting.put(other.begin("t", "lock book"), () -> other.begin("t", "unlock book").is("ok"));
        awaitTopWaiter(other);
        waiting.put(foreigner.begin("t", "lock book"), () -> foreigner.expect("unlock book", "ok"));
        awaitQueued(1);
        waiting.put(other.begin("t2", "lock book"), () -> other.begin("t2", "unlock book").is("ok"));
        waiting.put(other.begin("virtual", "lock book"), () -> other.begin("virtual", "unlock book").is("ok"));
        awaitQueued(3);
        impatient.expect("lock book 50", "timed out");
        awaitQueued(3);
        jvm.expect("unlock book", "ok");
        while (!waiting.isEmpty()) {
            Await.until("one of them has it", () -> !waiting.keySet().stream().allMatch(Answer::isPending));
            Answer owner = waiting.keySet().stream().filter(answer -> !answer.isPending()).findFirst().orElseThrow();
            owner.is("ok");
            waiting.remove(owner).run();
        }
    }

    @Test
    @DisplayName("JVMs and it count under one lock: nobody is in there beside another, and no visit is lost")
    void exclusion() throws IOException {
        List<Answer> counting = new ArrayList<>();
        Ledger ledger = Ledger.open(space.sibling("ledger"));
        String count = "count book " + space.sibling("ledger") + " 20000";
        for (PeerJvm jvm : space.peers(2)) {
            counting.add(jvm.begin("t1", count));
            counting.add(jvm.begin("t2", count));
        }
        for (int i = 0; i < 2; i++) {
            counting.add(foreigner().begin("t", count));
        }
        counting.forEach(answer -> answer.is("counted 20000"));
        assertThat(ledger.count()).isEqualTo(6 * 20000);
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    @DisplayName("Killed as the owner, its death is told to the next; killed as a waiter, it is in nobody's way")
    void itsDeath() {
        PeerJvm jvm = space.peer();
        PeerJvm owner = foreigner();
        PeerJvm top = foreigner();
        PeerJvm queued = foreigner();
        owner.expect("lock book", "ok");
        top.begin("t", "lock book");
        awaitTopWaiter(top);
        queued.begin("t", "lock book");
        awaitQueued(1);
        Answer waiting = jvm.begin("t", "acquire book");
        awaitQueued(2);
        top.kill();
        queued.kill();
        owner.kill();
        assertThat(waiting.text()).startsWith("held").contains("ownerDied");
        Await.until("their records are free", () -> space.probe().processes() == 1 && space.probe().tasks() == 1);
    }

    @Test
    @DisplayName("Killed again and again while it counts beside JVMs, wherever it is: no visit goes wrong, and all go on")
    void killedAnywhere() throws IOException {
        Ledger ledger = Ledger.open(space.sibling("ledger"));
        String count = "count book " + space.sibling("ledger") + " ";
        List<Answer> counting = new ArrayList<>();
        for (PeerJvm jvm : space.peers(2)) {
            counting.add(jvm.begin("t1", count + 0));
            counting.add(jvm.begin("t2", count + 0));
        }
        for (int i = 0; i < KILLS; i++) {
            PeerJvm foreigner = foreigner();
            Answer dying = foreigner.begin("t", count + 1_000_000_000);
            long before = ledger.count();
            Await.until("they count on", () -> ledger.count() > before + 500);
            assertThat(dying.isPending()).isTrue();
            foreigner.kill();
        }
        long last = ledger.count();
        Await.until("the others count on", () -> ledger.count() > last + 500);
        ledger.stop();
        counting.forEach(answer -> answer.is("counted"));
        Await.until("nothing of the dead is left", () -> space.probe().processes() == 2
                && space.probe().word("book") == 0);
    }

    @Test
    @DisplayName("It is told of a JVM's death, and repairs or gives the lock up for good")
    void itIsToldOfDeaths() {
        PeerJvm first = space.peer();
        PeerJvm second = space.peer();
        PeerJvm foreigner = foreigner();
        first.expect("lock book", "ok");
        Answer waiting = foreigner.begin("t", "lock book");
        awaitTopWaiter(foreigner);
        first.kill();
        waiting.is("ok ownerDied");
        foreigner.expect("unlock book repaired", "ok");
        assertThat(second.tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
        Answer again = foreigner.begin("t", "lock book");
        awaitTopWaiter(foreigner);
        PeerJvm third = space.peer();
        second.kill();
        again.is("ok ownerDied");
        foreigner.expect("unlock book", "ok");
        assertThat(third.tell("acquire book")).startsWith("NotRecoverableException");
        foreigner.expect("lock book", "not recoverable");
        third.expect("reset book", "ok");
        foreigner.expect("lock book", "ok");
    }

    @Test
    @DisplayName("The daemon serves it, and hears of its end")
    void theDaemon() {
        space.peer().close();
        DaemonJvm daemon = space.closeLater(DaemonJvm.start(space.sibling("s")));
        PeerJvm foreigner = foreigner();
        foreigner.expect("daemon " + space.sibling("s"), "SERVING");
        Await.until("the daemon coordinates", () -> space.probe().coordinator() == daemon.pid());
        foreigner.expect("lock book", "ok");
        foreigner.kill();
        Await.until("nobody is there", () -> space.probe().processes() == 0);
    }

    @Test
    @DisplayName("Another user's is served by root's daemon if it may use the file")
    void anotherUsers() throws IOException {
        assumeTrue(Threads.geteuid() == 0, "needs root, to become somebody else");
        Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(space.sibling(""), PosixFilePermissions.fromString("rwxr-xr-x"));
        space.peer().close();
        space.closeLater(DaemonJvm.start(space.sibling("s")));
        Files.setPosixFilePermissions(space.sibling("s"), PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(space.path(), PosixFilePermissions.fromString("rw-rw-rw-"));
        PeerJvm nobody = foreigner("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all");
        nobody.expect("daemon " + space.sibling("s"), "SERVING");
        nobody.expect("lock book", "ok");
    }
}
