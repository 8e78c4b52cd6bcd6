package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.DeadlockEdge;
import dev.tpfutex.api.DeadlockEdge.How;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.robust.deadlock.Looks;
import dev.tpfutex.robust.monitor.DeadlockReport;
import dev.tpfutex.robust.monitor.LockThread;
import dev.tpfutex.robust.monitor.SpaceListener;
import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real deadlocks of threads of real JVMs. This JVM is the first to open the space, so it coordinates. */
@Watched
class DeadlockTest {

    private static final String BREAKABLE = "breakDeadlocks=true";

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final List<DeadlockReport> told = new CopyOnWriteArrayList<>();
    private LockSpace own;

    @BeforeEach
    void coordinate() {
        own = space.closeLater(LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon()));
        listen(own);
        Await.until("we coordinate", () -> space.probe().coordinator() == ProcessHandle.current().pid());
    }

    private void listen(LockSpace opened) {
        Monitors.of(opened).add(new SpaceListener() {
            @Override
            public void deadlocked(DeadlockReport deadlock) {
                told.add(deadlock);
            }
        });
    }

    private long counted() {
        return Monitors.of(own).read().orElseThrow().deadlocks();
    }

    private Answer waits(PeerJvm peer, String thread, String command) {
        String lock = command.split(" ")[1];
        int before = space.probe().sleepers(lock);
        Answer answer = peer.begin(thread, command);
        Await.until(peer + " " + thread + " sleeps", () -> space.probe().sleepers(lock) == before + 1);
        return answer;
    }

    private DeadlockReport await(int count) {
        Await.until(count + " deadlocks are told", () -> told.size() >= count);
        assertThat(told).hasSize(count);
        return told.getLast();
    }

    /** A deadlock of two others on two other locks, which is found, and with it any other. */
    private void awaitAnotherThan(int known) {
        List<PeerJvm> others = space.peers(2);
        others.get(0).expect("lock x" + known, "ok");
        others.get(1).expect("lock y" + known, "ok");
        waits(others.get(0), "t", "lock y" + known);
        waits(others.get(1), "t", "lock x" + known);
        DeadlockReport other = await(known + 1);
        assertThat(other.edges()).extracting(DeadlockEdge::lock).containsExactlyInAnyOrder("x" + known, "y" + known);
        others.forEach(space::dismiss);
    }

    private static List<Long> waiters(DeadlockReport deadlock) {
        return deadlock.edges().stream().map(DeadlockEdge::waiterPid).toList();
    }

    @Test
    @DisplayName("Two processes wait for each other: told once, with all edges, and nobody gives up unasked")
    void toldOnce() {
        PeerJvm one = space.peer();
        PeerJvm two = space.peer();
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        Answer first = waits(one, "t", "lock b");
        Answer second = waits(two, "t", "acquire a");
        DeadlockReport deadlock = await(1);
        assertThat(deadlock.victim()).isEmpty();
        assertThat(deadlock.edges()).hasSize(2).allSatisfy(edge -> {
            boolean ofOne = edge.lock().equals("b");
            assertThat(edge.waiterPid()).isEqualTo(ofOne ? one.pid() : two.pid());
            assertThat(edge.waiterThread()).isEqualTo("t");
            assertThat(edge.waited()).isGreaterThanOrEqualTo(Duration.ofNanos(LongWait.NANOS));
            assertThat(edge.how()).isEqualTo(How.OWNS);
            assertThat(edge.holder().pid()).isEqualTo(ofOne ? two.pid() : one.pid());
            assertThat(edge.holder().threadName()).isEqualTo("t");
            assertThat(edge.holder().heldFor()).isGreaterThanOrEqualTo(edge.waited());
        });
        awaitAnotherThan(1);
        assertThat(first.isPending() && second.isPending()).isTrue();
        assertThat(counted()).isEqualTo(2);
        two.kill();
        first.is("OwnerDied");
    }

    @Test
    @DisplayName("A deadlock that dissolves and comes about again is told again")
    void toldAgain() {
        PeerJvm one = space.peer();
        PeerJvm two = space.peer();
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        Answer stays = waits(one, "t", "lock b");
        for (int i = 1; i <= 3; i++) {
            Answer gives = waits(two, "t", "lockInterruptibly a");
            await(i);
            two.control("interrupt t");
            gives.is("InterruptedException");
        }
        two.expect("unlock b", "ok");
        stays.is("ok");
        assertThat(counted()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "t, lock", "t, acquire", "t, lockInterruptibly", "t, tryLock", "t, acquire for", "virtual, lock",
        "virtual, acquire for"})
    @DisplayName("Who has asked for it gives up, still has what it had, and the others go on")
    void broken(String thread, String way) {
        PeerJvm one = space.peer();
        PeerJvm two = space.peerWith(BREAKABLE);
        one.expect("lock a", "ok");
        two.begin(thread, "lock b").is("ok");
        Answer goesOn = waits(one, "t", "lock b");
        String millis = way.equals("tryLock") || way.endsWith("for") ? " 50000" : "";
        Answer gives = waits(two, thread, way.split(" ")[0] + " a" + millis);
        gives.is("DeadlockException: Gave up waiting for the mutex \"a\" in lock space " + space.path() + " after ");
        assertThat(gives.text())
                .contains("2 threads wait for each other: pid " + two.pid() + ", thread \"" + thread
                        + "\", has waited for ")
                .contains(" for \"a\", which is held by pid " + one.pid() + ", thread \"t\", since ")
                .contains("; pid " + one.pid() + ", thread \"t\", has waited for ")
                .contains(" for \"b\", which is held by pid " + two.pid() + ", thread \"" + thread + "\", since ")
                .contains("Release what this thread holds");
        assertThat(await(1).victim()).contains(new LockThread(two.pid(), thread));
        assertThat(two.tell(thread, "holdCount a")).isEqualTo("0");
        assertThat(two.tell(thread, "holdCount b")).isEqualTo("1");
        assertThat(two.tell(thread, "interrupted a")).isEqualTo("false");
        assertThat(goesOn.isPending()).isTrue();
        two.begin(thread, "unlock b").is("ok");
        goesOn.is("ok");
        one.expect("unlock b", "ok");
        one.expect("unlock a", "ok");
        two.begin(thread, "lock a").is("ok");
        assertThat(counted()).isEqualTo(1);
    }

    @Test
    @DisplayName("Of three, the youngest of those who have asked gives up")
    void theYoungest() {
        List<PeerJvm> peers = List.of(space.peerWith(BREAKABLE), space.peerWith(BREAKABLE), space.peer());
        for (int i = 0; i < 3; i++) {
            peers.get(i).expect("lock lock" + i, "ok");
        }
        List<Answer> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(waits(peers.get(i), "t", "lock lock" + (i + 1) % 3));
        }
        DeadlockReport deadlock = await(1);
        assertThat(waiters(deadlock)).containsExactlyInAnyOrderElementsOf(
                peers.stream().map(PeerJvm::pid).toList());
        assertThat(deadlock.victim()).contains(new LockThread(peers.get(1).pid(), "t"));
        waiting.get(1).is("DeadlockException");
        assertThat(waiting.get(0).isPending() && waiting.get(2).isPending()).isTrue();
        peers.get(1).expect("unlock lock1", "ok");
        waiting.get(0).is("ok");
        peers.get(0).expect("unlock lock0", "ok");
        waiting.get(2).is("ok");
    }

    /** Two that may be told to give up, the second the younger, and {@code last} that closes the circle and may not. */
    private record Circle(PeerJvm older, PeerJvm younger, PeerJvm last, Answer first, Answer second) {}

    private Circle awaitLongWaits() {
        PeerJvm older = space.peerWith(BREAKABLE);
        PeerJvm younger = space.peerWith(BREAKABLE);
        PeerJvm last = space.peer();
        older.expect("lock a", "ok");
        younger.expect("lock b", "ok");
        last.expect("lock c", "ok");
        Answer first = waits(older, "t", "lock b");
        Answer second = waits(younger, "t", "lock c");
        try (RawSpace raw = new RawSpace(space.path())) {
            Await.until("both have waited for long",
                    () -> longWaits(raw).filter(at -> raw.getLong(at) != 0).count() == 2);
        }
        return new Circle(older, younger, last, first, second);
    }

    private static LongStream longWaits(RawSpace raw) {
        return IntStream.range(0, 16).mapToLong(slot -> raw.layout().task(slot) + TaskLayout.LONG_WAIT);
    }

    /** Where it says that a wait is to be given up, once that is another place than {@code known}. */
    private static long awaitBroken(RawSpace raw, long known) {
        long[] found = new long[1];
        Await.until("another is told to give up", () -> {
            found[0] = longWaits(raw).filter(at -> LongWait.isBroken(raw.getLong(at))).findFirst().orElse(known);
            return found[0] != known;
        });
        return found[0];
    }

    @Test
    @DisplayName("If the youngest is stopped, the next one gives up in its place, and it does not once it goes on")
    void aStoppedVictim() {
        Circle circle = awaitLongWaits();
        circle.younger().stop();
        Answer third = waits(circle.last(), "t", "lock a");
        circle.first().is("DeadlockException");
        assertThat(await(1).victim()).contains(new LockThread(circle.younger().pid(), "t"));
        circle.younger().cont();
        circle.older().expect("unlock a", "ok");
        third.is("ok");
        assertThat(circle.second().isPending()).isTrue();
        circle.last().expect("unlock c", "ok");
        circle.second().is("ok");
        assertThat(counted()).isEqualTo(1);
    }

    @Test
    @DisplayName("If all are stopped who may be told, each is told in turn, until one goes on")
    void onlyStoppedVictims() {
        Circle circle = awaitLongWaits();
        circle.older().stop();
        circle.younger().stop();
        Answer third = waits(circle.last(), "t", "lock a");
        try (RawSpace raw = new RawSpace(space.path())) {
            long first = awaitBroken(raw, 0);
            long second = awaitBroken(raw, first);
            assertThat(awaitBroken(raw, second)).isEqualTo(first);
            assertThat(longWaits(raw).filter(at -> LongWait.isBroken(raw.getLong(at))).count()).isOne();
        }
        circle.younger().cont();
        circle.second().is("DeadlockException");
        circle.younger().expect("unlock b", "ok");
        circle.older().cont();
        circle.first().is("ok");
        circle.older().expect("unlock a", "ok");
        third.is("ok");
        await(1);
    }

    @Test
    @DisplayName("In the queue as well, behind others that have nothing to do with it")
    void inTheQueue() {
        PeerJvm one = space.peerWith(BREAKABLE);
        PeerJvm two = space.peer();
        PeerJvm others = space.peerWith(BREAKABLE);
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        Answer top = waits(others, "o1", "lock a");
        Answer queued = waits(others, "o2", "lock b");
        Answer two2 = waits(two, "t", "lock a");
        waits(one, "t", "lock b").is("DeadlockException");
        assertThat(await(1).victim()).contains(new LockThread(one.pid(), "t"));
        assertThat(top.isPending() && queued.isPending()).isTrue();
        one.expect("unlock a", "ok");
        top.is("ok");
        others.begin("o1", "unlock a").is("ok");
        two2.is("ok");
        two.expect("unlock b", "ok");
        queued.is("ok");
    }

    @Test
    @DisplayName("Readers are owners too: a writer waits for one who waits for its mutex")
    void aReaderAndAWriter() {
        PeerJvm reader = space.peer();
        PeerJvm writer = space.peerWith(BREAKABLE);
        reader.expect("rw.read prices", "ok");
        space.peer().expect("rw.read prices", "ok");
        writer.expect("lock book", "ok");
        Answer goesOn = waits(reader, "t", "lock book");
        Answer gives = waits(writer, "t", "rw.write prices");
        gives.is("DeadlockException: Gave up waiting for the write lock of \"prices\"");
        assertThat(gives.text()).contains("\"prices\", which is read by pid " + reader.pid() + ", thread \"t\"");
        assertThat(await(1).edges()).extracting(DeadlockEdge::how).containsExactlyInAnyOrder(How.READS, How.OWNS);
        writer.expect("unlock book", "ok");
        goesOn.is("ok");
        reader.expect("unlock book", "ok");
        reader.expect("rw.unread prices", "ok");
    }

    @Test
    @DisplayName("Who wants to read waits for a writer who waits for a reader")
    void behindAWriter() {
        PeerJvm reader = space.peer();
        PeerJvm writer = space.peer();
        PeerJvm late = space.peerWith(BREAKABLE);
        reader.expect("rw.read prices", "ok");
        late.expect("lock book", "ok");
        Answer writes = waits(writer, "t", "rw.write prices");
        Await.until("no more readers", () -> space.probe().asksForHandOff("prices"));
        Answer goesOn = waits(reader, "t", "lock book");
        Answer gives = waits(late, "t", "rw.read prices");
        gives.is("DeadlockException: Gave up waiting for the read lock of \"prices\"");
        assertThat(gives.text()).contains("which before it is to go to pid " + writer.pid());
        DeadlockReport deadlock = await(1);
        assertThat(deadlock.edges()).extracting(DeadlockEdge::how)
                .containsExactlyInAnyOrder(How.READS, How.OWNS, How.GOES_FIRST);
        late.expect("unlock book", "ok");
        goesOn.is("ok");
        reader.expect("unlock book", "ok");
        reader.expect("rw.unread prices", "ok");
        writes.is("ok");
    }

    /** So many that none of a thread's entries is left, by which it could show that it reads. */
    private static void useUpEntries(PeerJvm peer) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            peer.expect("lock full" + i, "ok");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw.read", "rw.readUpgradably"})
    @DisplayName("Who holds too many locks to show that it reads waits for all readers, as a writer does")
    void withoutAnEntry(String verb) {
        PeerJvm full = space.peerWith(BREAKABLE);
        PeerJvm reader = space.peer();
        useUpEntries(full);
        reader.expect("rw.read prices", "ok");
        full.expect("lock book", "ok");
        Answer goesOn = waits(reader, "t", "lock book");
        waits(full, "t", verb + " prices").is("DeadlockException");
        DeadlockReport deadlock = await(1);
        assertThat(waiters(deadlock)).containsExactlyInAnyOrder(full.pid(), reader.pid());
        assertThat(deadlock.edges()).extracting(DeadlockEdge::how).containsExactlyInAnyOrder(How.READS, How.OWNS);
        full.expect("unlock book", "ok");
        goesOn.is("ok");
        reader.expect("rw.unread prices", "ok");
        full.expect(verb + " prices", "ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw.read", "rw.readUpgradably"})
    @DisplayName("Who wants to read waits for one that comes first and has no entry, which waits for a reader")
    void behindOneWithoutAnEntry(String verb) {
        PeerJvm full = space.peer();
        PeerJvm reader = space.peer();
        PeerJvm late = space.peerWith(BREAKABLE);
        useUpEntries(full);
        reader.expect("rw.read prices", "ok");
        late.expect("lock book", "ok");
        Answer first = waits(full, "t", verb + " prices");
        Await.until("no more readers", () -> space.probe().asksForHandOff("prices"));
        Answer goesOn = waits(reader, "t", "lock book");
        waits(late, "t", "rw.read prices").is("DeadlockException");
        DeadlockReport deadlock = await(1);
        assertThat(waiters(deadlock)).containsExactlyInAnyOrder(full.pid(), reader.pid(), late.pid());
        assertThat(deadlock.edges()).extracting(DeadlockEdge::how)
                .containsExactlyInAnyOrder(How.READS, How.OWNS, How.GOES_FIRST);
        late.expect("unlock book", "ok");
        goesOn.is("ok");
        reader.expect("rw.unread prices", "ok");
        first.is("ok");
    }

    @Test
    @DisplayName("An upgradable reader waits for a reader who waits for its mutex")
    void anUpgrade() {
        PeerJvm upgrader = space.peerWith(BREAKABLE);
        PeerJvm reader = space.peer();
        upgrader.expect("rw.readUpgradably prices", "ok");
        upgrader.expect("lock book", "ok");
        reader.expect("rw.read prices", "ok");
        Answer goesOn = waits(reader, "t", "lock book");
        upgrader.expect("rw.write prices", "DeadlockException: Gave up waiting for the write lock of \"prices\"");
        assertThat(await(1).edges()).extracting(DeadlockEdge::how).containsExactlyInAnyOrder(How.READS, How.OWNS);
        upgrader.expect("unlock book", "ok");
        goesOn.is("ok");
        reader.expect("unlock book", "ok");
        reader.expect("rw.unread prices", "ok");
        upgrader.expect("rw.write prices", "ok");
    }

    @Test
    @DisplayName("Who wants to be the upgradable reader waits for that one, not for other readers")
    void twoUpgraders() {
        PeerJvm upgradable = space.peer();
        PeerJvm reader = space.peer();
        PeerJvm other = space.peerWith(BREAKABLE);
        upgradable.expect("rw.readUpgradably prices", "ok");
        reader.expect("rw.read prices", "ok");
        other.expect("lock book", "ok");
        Answer readerGoesOn = waits(reader, "t", "lock book");
        Answer gives = waits(other, "t", "rw.readUpgradably prices");
        awaitAnotherThan(0);
        assertThat(gives.isPending()).isTrue();
        Answer goesOn = waits(upgradable, "t", "lock book");
        gives.is("DeadlockException: Gave up waiting for the upgradable lock of \"prices\"");
        assertThat(waiters(await(2))).containsExactlyInAnyOrder(upgradable.pid(), other.pid());
        other.expect("unlock book", "ok");
        readerGoesOn.is("ok");
        reader.expect("unlock book", "ok");
        goesOn.is("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "virtual"})
    @DisplayName("Two threads of one JVM")
    void ofOneProcess(String prefix) {
        PeerJvm peer = space.peerWith(BREAKABLE);
        peer.begin(prefix + "one", "lock a").is("ok");
        peer.begin(prefix + "two", "lock b").is("ok");
        Answer goesOn = waits(peer, prefix + "one", "lock b");
        waits(peer, prefix + "two", "lock a").is("DeadlockException");
        assertThat(await(1).victim()).contains(new LockThread(peer.pid(), prefix + "two"));
        peer.begin(prefix + "two", "unlock b").is("ok");
        goesOn.is("ok");
    }

    @Test
    @DisplayName("The daemon looks too, though it sleeps when nothing happens")
    void byTheDaemon() {
        Path socket = space.sibling("tpfutexd.sock");
        DaemonJvm daemon = space.closeLater(DaemonJvm.start(socket));
        PeerJvm one = space.peerWith("daemon=" + socket);
        PeerJvm two = space.peerWith(BREAKABLE + " daemon=" + socket);
        Await.until("the daemon serves", () -> space.probe().coordinator() == daemon.pid());
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        Answer goesOn = waits(one, "t", "lock b");
        waits(two, "t", "lock a").is("DeadlockException");
        daemon.awaitOutput("deadlock, 2 threads wait for each other: pid ");
        two.expect("unlock b", "ok");
        goesOn.is("ok");
        assertThat(counted()).isEqualTo(1);
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("A successor of the host does not tell again, and ends what the host has not")
    void theHostDies() {
        PeerJvm one = space.peer();
        PeerJvm two = space.peer();
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        waits(one, "t", "lock b");
        waits(two, "t", "lock a");
        await(1);
        own.close();
        Await.until("another serves", () -> space.probe().coordinator() != 0
                && space.probe().coordinator() != ProcessHandle.current().pid());
        List<PeerJvm> others = space.peers(2);
        others.get(0).expect("lock x", "ok");
        others.get(1).expect("lock y", "ok");
        waits(others.get(0), "t", "lock y");
        waits(others.get(1), "t", "lock x");
        PeerJvm host = space.probe().coordinator() == one.pid() ? one : two;
        host.awaitOutput("thread \"t\", has waited for ");
        assertThat(host.outputWith("deadlock, ")).singleElement().satisfies(
                line -> assertThat(line).contains("\"x\"", "\"y\""));
        own = space.closeLater(LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon()));
        assertThat(counted()).isEqualTo(2);
    }

    @Test
    @DisplayName("Marks that are stale or forged do nothing where there is no deadlock")
    void staleMarks() {
        PeerJvm holder = space.peer();
        PeerJvm waiter = space.peerWith(BREAKABLE);
        holder.expect("lock a", "ok");
        Answer waits = waits(waiter, "t", "lock a");
        try (RawSpace raw = new RawSpace(space.path())) {
            long at = awaitLongWait(raw);
            long wait = raw.getLong(at);
            // Of another wait: neither heeded nor taken back.
            raw.putLong(at, wait - 8 | 2);
            awaitAnotherThan(0);
            assertThat(raw.getLong(at)).isEqualTo(wait - 8 | 2);
            // Of this one: taken back.
            raw.putLong(at, wait | 2);
            Await.until("it looks for itself", () -> raw.getLong(at) == wait);
            assertThat(waits.isPending()).isTrue();
            holder.expect("unlock a", "ok");
            waits.is("ok");
            assertThat(raw.getLong(at)).isZero();
        }
    }

    @Test
    @DisplayName("The lock comes just as it is to be given up: it has the lock or it has not, and the word agrees")
    void itRacesTheUnlock() {
        Random random = new Random(42);
        PeerJvm one = space.peer();
        PeerJvm two = space.peerWith(BREAKABLE);
        int broken = 0;
        for (int round = 0; round < 8; round++) {
            one.expect("lock a", "ok");
            two.expect("lock b", "ok");
            Answer holds = waits(one, "t", "lockInterruptibly b");
            long start = System.nanoTime();
            Answer gives = waits(two, "t", "lock a");
            // About when it is told to give up.
            LockSupport.parkNanos(start + LongWait.NANOS + random.nextInt(110_000_000) - System.nanoTime());
            one.control("interrupt t");
            holds.is("InterruptedException");
            one.expect("unlock a", "ok");
            if (gives.text().equals("ok")) {
                two.expect("unlock a", "ok");
            } else {
                gives.is("DeadlockException");
                broken++;
            }
            assertThat(two.tell("holdCount a")).isEqualTo("0");
            assertThat(space.probe().word("a")).isZero();
            two.expect("unlock b", "ok");
        }
        System.out.println("broken in " + broken + " of 8 races with the unlock");
        one.expect("lock b", "ok");
        two.expect("lock a", "ok");
    }

    private static long awaitLongWait(RawSpace raw) {
        long[] found = new long[1];
        Await.until("somebody has waited for long", () -> {
            for (int slot = 0; slot < 16; slot++) {
                long at = raw.layout().task(slot) + TaskLayout.LONG_WAIT;
                found[0] = raw.getLong(at) == 0 ? found[0] : at;
            }
            return found[0] != 0;
        });
        return found[0];
    }

    @Test
    @DisplayName("Many that wait for seconds, but never in a circle: nothing is told, nobody gives up")
    void noFalseAlarm() throws IOException {
        Ledger.open(space.sibling("stop"));
        List<Answer> working = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            PeerJvm peer = space.peerWith(BREAKABLE);
            for (String thread : List.of("a", "b", "c", "d", "virtual1", "virtual2")) {
                working.add(peer.begin(thread, "patient p " + space.sibling("stop") + " 10000"));
            }
        }
        try (Looks looks = Looks.at(space.path())) {
            working.forEach(answer -> answer.is("waited "));
            looks.stop();
            System.out.println(looks);
            assertThat(looks.cycles()).isZero();
            assertThat(looks.edges()).isPositive();
        }
        assertThat(told).isEmpty();
        assertThat(counted()).isZero();
        try (RawSpace raw = new RawSpace(space.path())) {
            int longWaits = raw.getInt(raw.layout().coordinator() + CoordinatorLayout.LONG_WAITS);
            System.out.println(longWaits + " waits of a second and more");
            assertThat(longWaits).isGreaterThan(10);
        }
    }
}
