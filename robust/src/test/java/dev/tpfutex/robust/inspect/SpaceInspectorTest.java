package dev.tpfutex.robust.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.api.SpaceTruncatedException;
import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.Crowd;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.DescriptorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Snapshots of spaces that are used, damaged or deserted. */
@Watched
class SpaceInspectorTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private SpaceInspector inspect() {
        return space.closeLater(SpaceInspector.open(space.path()));
    }

    @Test
    void thisVeryProcessIsSeenAsOthersAre() {
        try (LockSpace own = LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon());
                LockGuard guard = own.mutex("book").acquire()) {
            SpaceInspector inspector = inspect();
            Await.until("somebody coordinates", () -> inspector.snapshot().coordinator().isThere());
            SpaceSnapshot snapshot = inspector.snapshot();
            LockSnapshot book = snapshot.lock("book").orElseThrow();
            assertThat(book.fencingToken()).isEqualTo(guard.fencingToken());
            assertThat(book.stable()).isTrue();
            TaskSnapshot holder = book.owner().orElseThrow().task().orElseThrow();
            assertThat(holder.threadName()).isEqualTo(Thread.currentThread().getName());
            assertThat(holder.state()).isEqualTo(LifeState.ALIVE);
            assertThat(holder.process().orElseThrow().pid()).isEqualTo((int) ProcessHandle.current().pid());
            assertThat(SpaceInspector.kernelState(holder)).isPresent();
            assertThat(snapshot.coordinator().host().orElseThrow().pid())
                    .isEqualTo((int) ProcessHandle.current().pid());
            assertThat(snapshot.damage()).isEmpty();
        }
    }

    @Test
    void allTimesAreThoseOfTheMomentInWhichReadingBegan() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        owner.begin("first", "lock book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        owner.begin("second", "lock book");
        Await.until("it sleeps, too", () -> space.probe().sleepers("book") == 2);
        SpaceInspector inspector = inspect();
        Await.until("it is written down since when", () -> ownerOf(inspector.snapshot()).since().isPresent());
        SpaceSnapshot one = inspector.snapshot();
        SpaceSnapshot other = inspector.snapshot();
        for (SpaceSnapshot snapshot : List.of(one, other)) {
            LockHolder holder = ownerOf(snapshot);
            assertThat(holder.since().orElseThrow().plus(holder.heldFor().orElseThrow())).isEqualTo(snapshot.taken());
        }
        // By the monotonic clock nothing is lost on the way.
        assertThat(one.nanoTime() - ownerOf(one).heldFor().orElseThrow().toNanos())
                .isEqualTo(other.nanoTime() - ownerOf(other).heldFor().orElseThrow().toNanos());
        assertThat(one.nanoTime() - secondIn(one).waited().orElseThrow().toNanos())
                .isEqualTo(other.nanoTime() - secondIn(other).waited().orElseThrow().toNanos());
    }

    private static LockHolder ownerOf(SpaceSnapshot snapshot) {
        return snapshot.lock("book").orElseThrow().owner().orElseThrow();
    }

    private static Waiter secondIn(SpaceSnapshot snapshot) {
        return snapshot.lock("book").orElseThrow().waiters().get(1);
    }

    @Test
    void aClosedViewIsOfNoMoreUse() {
        space.peer().expect("lock book", "ok");
        SpaceInspector inspector = SpaceInspector.open(space.path());
        inspector.close();
        inspector.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(inspector::snapshot);
    }

    @Test
    void theQueueIsInTheOrderOfTheCoordinator() {
        PeerJvm owner = space.peer();
        PeerJvm waiters = space.peer();
        owner.expect("lock book", "ok");
        List<String> names = List.of("one", "two", "three", "four");
        for (int i = 0; i < names.size(); i++) {
            int asleep = i + 1;
            waiters.begin(names.get(i), "lock book");
            Await.until("they sleep", () -> space.probe().sleepers("book") == asleep);
        }
        LockSnapshot book = inspect().snapshot().lock("book").orElseThrow();
        assertThat(book.waiters().stream().map(waiter -> waiter.task().orElseThrow().threadName()).toList())
                .isEqualTo(names);
        assertThat(book.waiters().stream().map(Waiter::role).toList()).containsExactly(
                Waiter.Role.TOP, Waiter.Role.QUEUED, Waiter.Role.QUEUED, Waiter.Role.QUEUED);
        assertThat(book.waiters().get(1).waited().orElseThrow())
                .isGreaterThan(book.waiters().get(2).waited().orElseThrow());
        assertThat(book.longestWait()).isEqualTo(book.waiters().get(0).waited().orElseThrow());
        waiters.stop();
        assertThat(inspect().snapshot().lock("book").orElseThrow().waiters())
                .allSatisfy(waiter -> assertThat(waiter.state()).isEqualTo(LifeState.STOPPED));
    }

    @Test
    void biasedReadersAreSeenThoughTheWordDoesNotCountThem() {
        PeerJvm reader = space.peer();
        Await.until("biased", () -> {
            reader.expect("rw.bias prices 50", "ok");
            return space.probe().isBiased("prices");
        });
        reader.expect("rw.read prices", "ok");
        LockSnapshot prices = inspect().snapshot().lock("prices").orElseThrow();
        assertThat(prices.kind()).isEqualTo(LockKind.RWLOCK);
        assertThat(prices.holders()).singleElement().satisfies(holder -> {
            assertThat(holder.shared()).isTrue();
            assertThat(holder.task().orElseThrow().process().orElseThrow().pid()).isEqualTo((int) reader.pid());
        });
        reader.expect("rw.unread prices", "ok");
        assertThat(inspect().snapshot().lock("prices").orElseThrow().isFree()).isTrue();
    }

    @Test
    void aLockInHeavyUseIsNeverTakenForDamaged() throws IOException {
        Ledger ledger = Ledger.open(space.sibling("ledger"));
        List<Answer> counting = space.peers(2).stream()
                .flatMap(peer -> Stream.of("one", "two")
                        .map(thread -> peer.begin(thread, "count book " + space.sibling("ledger") + " 100000")))
                .toList();
        SpaceInspector inspector = inspect();
        int looks = 0;
        int unstable = 0;
        while (counting.stream().anyMatch(Answer::isPending)) {
            SpaceSnapshot snapshot = inspector.snapshot();
            assertThat(snapshot.damage()).isEmpty();
            assertThat(WaitGraph.of(List.of(snapshot)).cycles()).isEmpty();
            unstable += (int) snapshot.locks().stream().filter(lock -> !lock.stable()).count();
            looks++;
        }
        counting.forEach(answer -> answer.is("counted 100000"));
        System.out.println(looks + " looks, " + unstable + " of them at a lock that changed too fast");
        assertThat(looks).isGreaterThan(2);
        assertThat(inspector.snapshot().lock("book").orElseThrow().fencingToken()).isEqualTo(400_000);
        assertThat(ledger.count()).isEqualTo(400_000);
    }

    @Test
    void deathsAndCleanUpsAreNeverTakenForDamage() throws Exception {
        Crowd crowd = new Crowd(space, 3, "mix", List.of("a", "b", "virtual"));
        SpaceInspector inspector = inspect();
        List<Damage> found = new CopyOnWriteArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        Thread looker = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                found.addAll(inspector.snapshot().damage());
            }
        });
        try {
            for (int kill = 0; kill < 8; kill++) {
                crowd.awaitProgress(crowd.random().nextInt(500));
                crowd.killOne();
            }
            crowd.awaitProgress(500);
            crowd.finish();
        } finally {
            over.set(true);
            looker.join();
        }
        assertThat(found).isEmpty();
    }

    @Test
    void whateverStandsInTheFileIsSurvived() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        peer.expect("rw.read prices", "ok");
        peer.kill();
        SpaceInspector inspector = inspect();
        try (RawSpace raw = new RawSpace(space.path())) {
            for (int round = 0; round < 1500; round++) {
                long at = somewhere(raw.layout(), random);
                raw.putLong(at, value(random));
                SpaceSnapshot snapshot = inspector.snapshot();
                WaitGraph.of(List.of(snapshot)).cycles();
                snapshot.locks().forEach(lock -> {
                    WordField.ofFutexWord(lock.word());
                    WordField.ofTopWord(lock.top());
                });
                snapshot.damage().forEach(Damage::toString);
            }
        }
    }

    private static long somewhere(SpaceLayout layout, Random random) {
        long at = switch (random.nextInt(6)) {
            case 0 -> layout.coordinator() + random.nextInt(320);
            case 1 -> layout.lock(random.nextInt(4)) + random.nextInt(LockLayout.SIZE);
            case 2 -> layout.descriptor(random.nextInt(4)) + random.nextInt(DescriptorLayout.SIZE);
            case 3 -> layout.names() + random.nextInt(layout.nameEntries() * Long.BYTES);
            case 4 -> layout.process(random.nextInt(3)) + random.nextInt(ProcessLayout.SIZE);
            default -> layout.task(random.nextInt(4)) + random.nextInt(TaskLayout.SIZE);
        };
        return at & -Long.BYTES;
    }

    private static long value(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> 1L << random.nextInt(Long.SIZE);
            case 3 -> random.nextInt(5000);
            default -> random.nextLong();
        };
    }

    @Test
    void aShortenedFileIsSaidToBe() throws IOException {
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        peer.kill();
        SpaceInspector inspector = inspect();
        inspector.snapshot();
        try (FileChannel file = FileChannel.open(space.path(), StandardOpenOption.WRITE)) {
            file.truncate(4096);
        }
        assertThatExceptionOfType(SpaceTruncatedException.class).isThrownBy(inspector::snapshot);
    }

    @Test
    void threadsAreKnownAcrossSpaces() throws Exception {
        try (LockSpace one = LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon());
                LockSpace two = LockSpace.open(space.sibling("two.tpf"), SpaceOptions.defaults().withoutDaemon())) {
            one.mutex("a").lock();
            Thread other = Thread.ofPlatform().start(() -> {
                two.mutex("b").lock();
                one.mutex("a").lock();
                one.mutex("a").unlock();
                two.mutex("b").unlock();
            });
            Await.until("the other waits", () -> space.probe().sleepers("a") == 1);
            SpaceInspector first = inspect();
            SpaceInspector second = space.closeLater(SpaceInspector.open(space.sibling("two.tpf")));
            Thread here = Thread.currentThread();
            Thread looker = Thread.ofPlatform().start(() -> {
                Await.until("a deadlock", () -> !cycles(first, second).isEmpty());
                Deadlock deadlock = cycles(first, second).getFirst();
                here.interrupt();
                assertThat(deadlock.edges()).hasSize(2);
            });
            boolean got = true;
            try {
                got = two.mutex("b").tryLock(60, TimeUnit.SECONDS);
            } catch (InterruptedException found) {
                got = false;
            }
            looker.join();
            one.mutex("a").unlock();
            other.join();
            assertThat(got).isFalse();
        }
    }

    private static List<Deadlock> cycles(SpaceInspector one, SpaceInspector two) {
        return WaitGraph.deadlocksInBoth(
                List.of(one.snapshot(), two.snapshot()), List.of(one.snapshot(), two.snapshot()));
    }
}
