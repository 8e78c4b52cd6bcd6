package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.robust.inspect.LockHolder;
import dev.tpfutex.shm.layout.DescriptorLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** ls, show, dump and top, on spaces that other JVMs use. */
@Watched
class LookTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private JsonValue lockIn(Run ls, String lock) {
        return ls.json().get("spaces").get(0).get("locks").with("lock", lock);
    }

    @Test
    void lsTellsWhoHoldsAndHowManyWait() {
        Scene.Contended scene = Scene.Contended.on(space, "book");
        scene.owner().expect("tryLock idle", "true");
        scene.owner().expect("unlock idle", "ok");
        Run table = Run.expect(0, "ls", space.path());
        assertThat(table.out()).contains(
                space.path() + ": 2 locks, 3 threads, 2 processes; coordinator pid ",
                "pid " + scene.owner().pid() + " \"t\"");
        assertThat(table.out().lines().filter(line -> line.contains("idle")).toList()).singleElement().asString()
                .contains("mutex", "free");
        JsonValue book = lockIn(Run.expect(0, "ls", "--json", space.path()), "book");
        assertThat(book.get("state").value()).isEqualTo("owned");
        assertThat(book.get("holders").get(0).get("pid").number()).isEqualTo(scene.owner().pid());
        assertThat(book.get("waiters").list()).hasSize(2);
        assertThat(Run.expect(0, "ls", "--busy", space.path()).out()).contains("book").doesNotContain("idle");
    }

    @Test
    void lsSearchesFolders() throws IOException {
        space.peer().expect("lock book", "ok");
        Path folder = space.path().getParent();
        Files.writeString(folder.resolve("notes.txt"), "not a space");
        assertThat(Run.expect(0, "ls", folder).out()).contains(space.path().toString()).doesNotContain("notes");
        assertThat(Run.expect(66, "ls", folder.resolve("notes.txt")).err()).contains("not a lock space");
        assertThat(Run.expect(66, "ls", folder.resolve("nothing")).err()).contains("there is no such file");
    }

    @Test
    void showTellsTheQueueInOrder() {
        Scene.Contended scene = Scene.Contended.on(space, "book");
        Await.until("the top waiter asks for a hand-off", () -> space.probe().asksForHandOff("book"));
        JsonValue lock = Run.expect(0, "show", "--json", space.path(), "book").json();
        JsonValue owner = lock.get("holders").get(0);
        assertThat(owner.get("pid").number()).isEqualTo(scene.owner().pid());
        assertThat(owner.get("thread").value()).isEqualTo("t");
        assertThat(owner.get("state").value()).isEqualTo("alive");
        assertThat(owner.get("shared").value()).isEqualTo(false);
        assertThat(owner.get("heldNanos").number()).isPositive();
        JsonValue first = lock.get("waiters").get(0);
        assertThat(first.get("role").value()).isEqualTo("top");
        assertThat(first.get("thread").value()).isEqualTo("first");
        assertThat(first.get("waitedNanos").number()).isBetween(5_000_000L, owner.get("heldNanos").number());
        JsonValue second = lock.get("waiters").get(1);
        assertThat(second.get("role").value()).isEqualTo("queued");
        assertThat(second.get("thread").value()).isEqualTo("second");
        assertThat(second.get("pid").number()).isEqualTo(scene.waiters().pid());
        assertThat(second.get("waitedNanos").number()).isPositive();
        assertThat(lock.get("wordFields").with("name", "WAITERS").get("value").value()).isEqualTo("1");
        assertThat(lock.get("wordFields").with("name", "owner").get("meaning").text())
                .isEqualTo("slot " + owner.get("slot").number() + ", generation " + owner.get("generation").number());
        assertThat(lock.get("topFields").with("name", "HANDOFF").get("value").value()).isEqualTo("1");
        assertThat(lock.get("fencingToken").number()).isEqualTo(1);
        assertThat(Instant.parse(owner.get("since").text()).plusNanos(owner.get("heldNanos").number()))
                .isEqualTo(Instant.parse(lock.get("space").get("taken").text()));
        Run text = Run.expect(0, "show", space.path(), "#0");
        assertThat(text.out()).contains(
                "owner: pid " + scene.owner().pid() + " \"t\"", "top, asks for hand-off", "queued", "fencing token 1");
    }

    @Test
    void sinceIsWhatTheSnapshotSaysHoweverLateItIsPrinted() {
        LockHolder owner = new LockHolder(1, Optional.empty(), false,
                Optional.of(Instant.parse("2026-01-31T08:15:30.250123Z")), Optional.of(Duration.ofMillis(1250)));
        assertThat(Text.since(owner)).isEqualTo("2026-01-31T08:15:30.250Z (1.25 s)");
        assertThat(Text.since(new LockHolder(1, Optional.empty(), false, Optional.empty(), Optional.empty())))
                .isEqualTo("not written down yet");
    }

    @Test
    void showKnowsReaders() {
        PeerJvm one = space.peer();
        PeerJvm two = space.peer();
        one.expect("rw.read prices", "ok");
        two.expect("rw.read prices", "ok");
        Scene.waitsFor(space, two, "writer", "rw.write", "prices");
        JsonValue lock = Run.expect(0, "show", "--json", space.path(), "prices").json();
        assertThat(lock.get("state").value()).isEqualTo("read");
        assertThat(lock.get("kind").value()).isEqualTo("reader-writer lock");
        List<Long> pids = lock.get("holders").elements().stream().map(h -> h.get("pid").number()).toList();
        assertThat(pids).containsExactlyInAnyOrder(one.pid(), two.pid());
        assertThat(lock.get("holders").get(0).get("shared").value()).isEqualTo(true);
        assertThat(lock.get("waiters").get(0).get("thread").value()).isEqualTo("writer");
        one.begin("late", "rw.tryRead prices 1").is("false");
        JsonValue later = Run.expect(0, "show", "--json", space.path(), "prices").json();
        assertThat(later.get("readCounters").get("timeouts").number()).isOne();
        assertThat(later.get("counters").get("timeouts").number()).isZero();
        assertThat(Run.expect(0, "show", space.path(), "prices").out()).contains("of readers: steals 0");
    }

    @Test
    void aStoppedHolderIsSaidToBe() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        owner.stop();
        assertThat(Run.expect(0, "show", space.path(), "book").out()).contains("stopped");
    }

    @Test
    void showNeedsALock() {
        space.peer().expect("lock book", "ok");
        assertThat(Run.expect(66, "show", space.path(), "box").err()).contains("has no lock \"box\"");
    }

    @Test
    void dumpTellsAll() {
        Scene.Contended scene = Scene.Contended.on(space, "book");
        JsonValue dump = Run.expect(0, "dump", "--json", space.path()).json().get("spaces").get(0);
        assertThat(dump.get("processes").list()).hasSize(2);
        assertThat(dump.get("processes").with("pid", (double) scene.owner().pid()).get("command").text())
                .contains("Peer");
        JsonValue second = dump.get("threads").with("thread", "second");
        assertThat(second.get("asleep").value()).isEqualTo(true);
        assertThat(second.get("queueing").get("lock").number()).isZero();
        assertThat(second.get("robustList").list()).isEqualTo(List.of(0.0));
        assertThat(dump.get("damage").list()).isEmpty();
        assertThat(dump.get("limits").get("locks").number()).isEqualTo(1024);
        assertThat(Run.expect(0, "dump", space.path()).out()).contains("owner = pid " + scene.owner().pid(),
                "word = 0x");
    }

    @Test
    void topShowsTheMostContendedFirst() {
        Scene.Contended scene = Scene.Contended.on(space, "book");
        scene.owner().expect("lock other", "ok");
        Run top = Run.expect(0, "top", "--json", "-n", 2, "-i", 0.05, space.path());
        List<String> looks = top.out().lines().toList();
        assertThat(looks).hasSize(2);
        for (String look : looks) {
            JsonValue locks = JsonValue.parse(look).get("locks");
            assertThat(locks.get(0).get("lock").value()).isEqualTo("book");
            assertThat(locks.get(0).get("waiters").list()).hasSize(2);
            assertThat(locks.get(1).get("lock").value()).isEqualTo("other");
        }
        assertThat(Run.expect(0, "top", "-n", 1, "-i", 0.01, "-l", 1, space.path()).out())
                .contains("book")
                .doesNotContain("other");
    }

    @Test
    void topCountsPerSecond() throws InterruptedException {
        PeerJvm peer = space.peer();
        peer.expect("acquire book", "held");
        Thread busy = Thread.ofPlatform().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                peer.tell("busy", "tryLock hot");
                peer.tell("busy", "unlock hot");
            }
        });
        Await.until("the lock is in use", () -> Run.of("ls", space.path()).out().contains("hot"));
        JsonValue look = Run.expect(0, "top", "--json", "-n", 1, "-i", 0.5, space.path()).json();
        busy.interrupt();
        busy.join();
        assertThat(look.get("locks").with("lock", "hot").get("perSecond").get("acquisitions").number()).isPositive();
        assertThat(look.get("locks").with("lock", "book").get("perSecond").get("acquisitions").number()).isZero();
    }

    @Test
    void aKilledHolderIsShownAndNothingIsChanged() throws IOException {
        long pid = Scene.killedHolder(space, "lock book");
        byte[] before = Files.readAllBytes(space.path());
        JsonValue book = lockIn(Run.expect(0, "ls", "--json", space.path()), "book");
        assertThat(book.get("holders").get(0).get("state").value()).isEqualTo("dead");
        assertThat(book.get("holders").get(0).get("pid").number()).isEqualTo(pid);
        assertThat(Run.expect(0, "ls", space.path()).out()).contains("pid " + pid + " \"t\", dead");
        assertThat(Run.expect(0, "show", space.path(), "book").out()).contains("pid " + pid + " \"t\"", "dead");
        assertThat(Run.expect(0, "dump", space.path()).out()).contains("owner = pid " + pid + " \"t\", dead");
        assertThat(Run.expect(0, "top", "-n", 1, "-i", 0.01, space.path()).out()).contains("pid " + pid, "dead");
        Run.expect(0, "deadlocks", space.path());
        Run.expect(0, "watch", "--for", 0.2, space.path());
        Run.of("doctor", space.path());
        assertThat(Files.readAllBytes(space.path())).isEqualTo(before);
        assertThat(space.probe().processes()).isOne();
    }

    @Test
    void aRecoveredHolderHasLeftItsMark() {
        PeerJvm survivor = space.peer();
        PeerJvm victim = space.peer();
        victim.expect("lock book", "ok");
        victim.kill();
        Await.until("cleaned up", () -> space.probe().isMarked("book"));
        JsonValue book = lockIn(Run.expect(0, "ls", "--json", space.path()), "book");
        assertThat(book.get("state").value()).isEqualTo("owner died");
        assertThat(book.get("holders").list()).isEmpty();
        survivor.expect("acquire book", "held");
        assertThat(Run.expect(0, "show", space.path(), "book").out()).contains("owned, owner died", "owner deaths 1");
    }

    @Test
    void namesDoNotSteerTheTerminal() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        owner.kill();
        try (RawSpace raw = new RawSpace(space.path())) {
            // ESC [ 2 J, which clears the screen.
            int escape = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 0x4a32_5b1b : 0x1b5b_324a;
            raw.putInt(raw.layout().task(0) + TaskLayout.NAME, escape);
            raw.putInt(raw.layout().task(0) + TaskLayout.NAME_LENGTH, 4);
            raw.putInt(raw.layout().descriptor(0) + DescriptorLayout.NAME, escape);
            raw.putInt(raw.layout().process(0) + ProcessLayout.COMMAND, escape);
        }
        for (List<Object> looking : List.<List<Object>>of(
                List.of("ls", space.path()), List.of("dump", space.path()), List.of("show", space.path(), "#0"),
                List.of("doctor", space.path()), List.of("top", "-n", 1, "-i", 0, space.path()))) {
            Run run = Run.of(looking.toArray());
            assertThat(run.out() + run.err()).as("%s", looking).contains("?[2J").doesNotContain("\u001b");
        }
        JsonValue book = Run.expect(0, "ls", "--json", space.path()).json().get("spaces").get(0).get("locks").get(0);
        assertThat(book.get("lock").value()).isEqualTo("\u001b[2J");
        assertThat(book.get("holders").get(0).get("thread").value()).isEqualTo("\u001b[2J");
    }
}
