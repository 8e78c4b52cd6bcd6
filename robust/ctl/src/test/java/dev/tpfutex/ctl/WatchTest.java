package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The stream of events, while other JVMs live and die. */
@Watched
class WatchTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final StringWriter out = new StringWriter();
    private Thread watcher;

    private void watch(String... options) {
        String[] args = new String[options.length + 4];
        args[0] = "watch";
        args[1] = "-i";
        args[2] = "0.01";
        System.arraycopy(options, 0, args, 3, options.length);
        args[args.length - 1] = space.path().toString();
        watcher = Thread.ofPlatform()
                .start(() -> Ctl.run(new PrintWriter(out), new PrintWriter(new StringWriter()), args));
    }

    @AfterEach
    void stop() throws InterruptedException {
        watcher.interrupt();
        watcher.join();
    }

    private List<String> events(String type) {
        return out.toString().lines().filter(line -> line.contains("  " + type + " ")).toList();
    }

    private String await(String type) {
        Await.until(type + " in\n" + out, () -> !events(type).isEmpty());
        return events(type).getLast();
    }

    @Test
    void tellsOfSlowWaitsAndHandOffs() {
        Scene.Contended scene = Scene.Contended.on(space, "book");
        Await.until("a hand-off is asked for", () -> space.probe().asksForHandOff("book"));
        watch("-s", "0.05");
        Await.until("both waits are told", () -> events("slow-wait").size() == 2);
        assertThat(out.toString()).contains(
                "pid " + scene.waiters().pid() + " \"first\" has waited for",
                "pid " + scene.waiters().pid() + " \"second\" has waited for",
                "held by pid " + scene.owner().pid() + " \"t\"");
        scene.owner().expect("unlock book", "ok");
        scene.first().is("ok");
        assertThat(await("hand-off")).contains("\"book\"");
        assertThat(await("wait-over")).contains("\"first\" waits no longer");
    }

    @Test
    void tellsOfDeathAndRepair() {
        PeerJvm victim = space.peer();
        victim.expect("lock book", "ok");
        PeerJvm survivor = space.peer();
        Answer acquired = Scene.waitsFor(space, survivor, "t", "acquire", "book");
        watch("-s", "0");
        await("slow-wait");
        victim.kill();
        acquired.is("held");
        assertThat(await("owner-died")).contains("\"book\"", "pid " + victim.pid());
        Await.until("the dead is gone", () -> !events("recovered").isEmpty() || !events("left").isEmpty());
        survivor.expect("repair book", "ok");
        assertThat(await("repaired")).contains("\"book\"", "pid " + survivor.pid());
        assertThat(events("not-recoverable")).isEmpty();
    }

    @Test
    void tellsOfAKilledHolderThatNobodyCleansUpAfter() {
        PeerJvm victim = space.peer();
        victim.expect("lock book", "ok");
        watch();
        PeerJvm witness = space.peer();
        assertThat(await("joined")).contains("pid " + witness.pid());
        witness.stop();
        victim.kill();
        assertThat(await("died")).contains("pid " + victim.pid());
        witness.cont();
        assertThat(await("recovered")).contains("pid " + victim.pid());
        assertThat(await("owner-died")).contains("\"book\"", "last seen: pid " + victim.pid());
    }

    @Test
    void tellsOfNeglectedRepairsAndTheirEnd() {
        PeerJvm victim = space.peer();
        PeerJvm survivor = space.peer();
        victim.expect("lock book", "ok");
        victim.kill();
        Await.until("cleaned up", () -> space.probe().isMarked("book"));
        survivor.expect("acquire book", "held");
        watch();
        PeerJvm late = space.peer();
        await("joined");
        survivor.expect("release book", "ok");
        assertThat(await("not-recoverable")).contains("\"book\"");
        late.expect("reset book", "ok");
        assertThat(await("reset")).contains("\"book\"");
    }

    @Test
    void tellsOfDeadlocksOnceAndOfTimeouts() {
        PeerJvm one = space.peer();
        PeerJvm two = space.peer();
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        Scene.waitsFor(space, one, "t", "b");
        watch("-e", "deadlock,joined,timeout");
        space.peer();
        await("joined");
        Scene.waitsFor(space, two, "t", "a");
        assertThat(await("deadlock")).contains("pid " + one.pid(), "pid " + two.pid());
        two.begin("other", "tryLock b 1").is("false");
        assertThat(await("timeout")).contains("1 waiter gave up");
        assertThat(events("deadlock")).hasSize(1);
    }

    @Test
    void endsAfterSoManyEvents() throws InterruptedException {
        Scene.Contended.on(space, "book");
        watch("-s", "0", "-n", "1", "--json");
        watcher.join();
        JsonValue event = JsonValue.parse(out.toString().strip());
        assertThat(event.get("event").value()).isEqualTo("slow-wait");
        assertThat(event.get("lock").value()).isEqualTo("book");
    }
}
