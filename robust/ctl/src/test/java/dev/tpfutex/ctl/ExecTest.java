package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.HeardSignals;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** exec, in processes of its own: exit codes, conflicts, signals, deaths. */
@Watched
class ExecTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private CtlJvm start(Object... args) {
        return space.closeLater(CtlJvm.start(args));
    }

    /** One that holds the lock until it is told by a signal to end. */
    private CtlJvm holder(String script) {
        CtlJvm holder = start("exec", space.path(), "book", "--", "sh", "-c", script);
        Await.until("the command runs", () -> holder.out().contains("running"));
        return holder;
    }

    // ---- as flock(1) ---------------------------------------------------------------------------

    @Test
    void theExitCodeIsTheCommands() {
        CtlJvm.expect(0, "exec", space.path(), "book", "true");
        CtlJvm.expect(7, "exec", space.path(), "book", "--", "sh", "-c", "exit 7");
        CtlJvm.expect(128 + 9, "exec", space.path(), "book", "sh", "-c", "kill -9 $$");
        CtlJvm.expect(127, "exec", space.path(), "book", "no-such-command-anywhere");
        CtlJvm.expect(126, "exec", space.path(), "book", "/dev/null");
        assertThat(space.probe().word("book")).isZero();
        assertThat(space.probe().processes()).isZero();
    }

    @Test
    void inputOutputAndEnvironmentAreTheCommands() throws IOException {
        CtlJvm cat = start("exec", space.path(), "book", "sh", "-c",
                "cat; echo $TPFUTEX_SPACE $TPFUTEX_LOCK $TPFUTEX_FENCING_TOKEN; echo oops >&2");
        cat.type("hello\n");
        Run run = cat.await();
        assertThat(run.out()).isEqualTo("hello\n" + space.path() + " book 1\n");
        assertThat(run.err()).isEqualTo("oops\n");
    }

    @Test
    void aConflictHasACodeOfItsOwn() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        Run run = CtlJvm.expect(1, "exec", "-n", space.path(), "book", "echo", "ran");
        assertThat(run.out()).isEmpty();
        CtlJvm.expect(75, "exec", "-n", "-E", 75, space.path(), "book", "true");
        Run late = CtlJvm.expect(0, "exec", "-v", "-w", 0.1, "-E", 0, space.path(), "book", "echo", "ran");
        assertThat(late.out()).isEmpty();
        assertThat(late.err()).contains("is held by pid " + owner.pid(), "is not free after");
        owner.expect("unlock book", "ok");
        assertThat(CtlJvm.expect(0, "exec", "-n", space.path(), "book", "echo", "ran").out()).isEqualTo("ran\n");
    }

    @Test
    void itWaitsForItsTurn() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        CtlJvm waiting = start("exec", "--json", space.path(), "book", "echo", "ran");
        Await.until("it waits", () -> space.probe().sleepers("book") == 1);
        assertThat(waiting.out()).isEmpty();
        owner.expect("unlock book", "ok");
        Run run = waiting.await();
        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("ran\n");
        JsonValue outcome = JsonValue.parse(run.err().strip());
        assertThat(outcome.get("acquired").value()).isEqualTo(true);
        assertThat(outcome.get("waitedNanos").number()).isPositive();
    }

    @Test
    void commandsExcludeEachOther() throws IOException {
        Path counter = space.sibling("counter");
        Files.writeString(counter, "0\n");
        String script = "i=0; while [ $i -lt 5 ]; do n=$(cat " + counter + "); sleep 0.01; echo $((n+1)) > " + counter
                + "; i=$((i+1)); done";
        List<CtlJvm> crowd = IntStream.range(0, 4)
                .mapToObj(i -> start("exec", space.path(), "book", "sh", "-c", script))
                .toList();
        crowd.forEach(jvm -> assertThat(jvm.await().code()).isZero());
        assertThat(Files.readString(counter).strip()).isEqualTo("20");
    }

    @Test
    void sharersShareAndOwnersWait() {
        CtlJvm reader = start("exec", "-s", space.path(), "prices", "sh", "-c", "echo running; read line");
        Await.until("the command runs", () -> reader.out().contains("running"));
        CtlJvm.expect(0, "exec", "-s", "-n", space.path(), "prices", "true");
        CtlJvm.expect(1, "exec", "-x", "-n", space.path(), "prices", "true");
        CtlJvm.expect(0, "exec", "-n", space.path(), "book", "true");
        assertThat(CtlJvm.expect(66, "exec", "-s", space.path(), "book", "true").err()).contains("is a mutex");
    }

    @Test
    void nothingIsMadeIfThatIsNotWanted() {
        CtlJvm.expect(66, "exec", "--no-create", space.path(), "book", "true");
        assertThat(space.path()).doesNotExist();
        CtlJvm.expect(0, "exec", space.path(), "book", "true");
        CtlJvm.expect(0, "exec", "--no-create", space.path(), "book", "true");
        CtlJvm.expect(66, "exec", "--no-create", space.path(), "box", "true");
    }

    @Test
    void wrongArgumentsAreTold() {
        Run.expect(64, "exec", space.path(), "book");
        Run.expect(64, "exec", space.path(), "book", "--");
        assertThat(Run.expect(64, "exec", space.path(), "book", "-w", "1", "true").err()).contains("go before FILE");
        Run.expect(64, "exec", "-E", 300, space.path(), "book", "true");
        Run.expect(64, "exec", "-w", "soon", space.path(), "book", "true");
        Run.expect(64, "exec", "-s", "-x", space.path(), "book", "true");
        assertThat(space.path()).doesNotExist();
    }

    // ---- signals -------------------------------------------------------------------------------

    @Test
    void sigtermGoesToTheCommandAndTheLockIsKeptUntilItHasEnded() {
        CtlJvm holder = holder("trap 'echo told; read line; exit 3' TERM; echo running; while :; do sleep 0.05; done");
        PeerJvm.signal("TERM", holder.pid());
        Await.until("the command is told", () -> holder.out().contains("told"));
        CtlJvm.expect(1, "exec", "-n", space.path(), "book", "true");
        try {
            holder.type("\n");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThat(holder.await().code()).isEqualTo(3);
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    void sigintAndSighupArePassedOn() {
        HeardSignals.assume(1, 2);
        for (String signal : List.of("INT", "HUP")) {
            CtlJvm holder = holder("trap 'exit 5' " + signal + "; echo running; while :; do sleep 0.05; done");
            PeerJvm.signal(signal, holder.pid());
            assertThat(holder.await().code()).as(signal).isEqualTo(5);
        }
    }

    @Test
    void sigtermEndsTheWaitForTheLock() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        CtlJvm waiting = start("exec", space.path(), "book", "echo", "ran");
        Await.until("it waits", () -> space.probe().sleepers("book") == 1);
        PeerJvm.signal("TERM", waiting.pid());
        Run run = waiting.await();
        assertThat(run.code()).isEqualTo(128 + 15);
        assertThat(run.out()).isEmpty();
        assertThat(space.probe().sleepers("book")).isZero();
        owner.expect("unlock book", "ok");
    }

    // ---- deaths --------------------------------------------------------------------------------

    @Test
    void afterSigkillTheNextOneIsTold() {
        CtlJvm holder = holder("echo running; while :; do sleep 0.05; done");
        PeerJvm.signal("KILL", holder.pid());
        holder.await();
        Run refused = CtlJvm.expect(65, "exec", space.path(), "book", "echo", "ran");
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains("the last owner of \"book\" died", "--recover", "--ignore-owner-died");
        Run unrepaired = CtlJvm.expect(65, "exec", "--recover", "exit 4", space.path(), "book", "echo", "ran");
        assertThat(unrepaired.err()).contains("exited with 4", "told again");
        Run repaired = CtlJvm.expect(0, "exec", "--recover", "echo repair $TPFUTEX_OWNER_DIED", space.path(), "book",
                "echo", "ran");
        assertThat(repaired.out()).isEqualTo("repair 1\nran\n");
        assertThat(CtlJvm.expect(0, "exec", "--recover", "echo repair", space.path(), "book", "echo", "ran").out())
                .isEqualTo("ran\n");
    }

    @Test
    void theNewsCanBeIgnored() {
        PeerJvm victim = space.peer();
        victim.expect("lock book", "ok");
        victim.kill();
        CtlJvm.expect(0, "exec", "--ignore-owner-died", space.path(), "book", "true");
        CtlJvm.expect(0, "exec", space.path(), "book", "true");
    }
}
