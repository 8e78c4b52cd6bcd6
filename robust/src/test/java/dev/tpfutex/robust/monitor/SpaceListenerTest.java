package dev.tpfutex.robust.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.Monitors;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a listener in this JVM is told, while other JVMs hold the locks and die. */
@Watched
class SpaceListenerTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final Heard heard = new Heard();
    private LockSpace own;

    @BeforeEach
    void open() {
        own = space.closeLater(LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon()));
        Monitors.of(own).add(heard);
    }

    private LockThread threadOf(PeerJvm peer) {
        return new LockThread(peer.pid(), "t");
    }

    /** Has a peer release a lock once this thread sleeps for it, which the peer sees in the space. */
    private Thread releaseOnceAwaited(PeerJvm peer, String lock) {
        return Thread.startVirtualThread(() -> {
            Await.until("we sleep", () -> space.probe().sleepers(lock) == 1);
            peer.expect("unlock " + lock, "ok");
        });
    }

    @Test
    void aWaitTellsWhoHadTheLock() throws InterruptedException {
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        Thread helper = releaseOnceAwaited(peer, "book");
        try (LockGuard guard = own.mutex("book").acquire()) {
            assertThat(heard.waits).singleElement().satisfies(wait -> {
                assertThat(wait.lock()).isEqualTo("book");
                assertThat(wait.mode()).isEqualTo(WaitMode.EXCLUSIVE);
                assertThat(wait.outcome().name()).isEqualTo(guard.status().name());
                assertThat(wait.outcome().isAcquired()).isTrue();
                assertThat(wait.sleeps()).isEqualTo(guard.sleeps()).isPositive();
                assertThat(wait.nanos()).isPositive();
                assertThat(wait.holder()).contains(threadOf(peer));
                assertThat(wait.ownerDied()).isFalse();
            });
        }
        helper.join();
    }

    @Test
    void whoDoesNotWaitIsNotTold() throws InterruptedException {
        SharedMutex book = own.mutex("book");
        for (int i = 0; i < 100; i++) {
            book.lock();
            book.lock();
            assertThat(book.tryLock()).isTrue();
            book.unlock();
            book.unlock();
            book.unlock();
            try (LockGuard guard = book.acquire(Duration.ofSeconds(1))) {
                assertThat(guard.status()).isNotNull();
            }
        }
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        assertThat(book.tryLock()).isFalse();
        assertThat(heard.waits).isEmpty();
    }

    @Test
    void whoGivesUpIsTold() throws InterruptedException {
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        SharedMutex book = own.mutex("book");
        assertThatThrownBy(() -> book.acquire(Duration.ofMillis(20))).isInstanceOf(LockTimeoutException.class);
        Thread waiter = Thread.ofPlatform().start(() -> assertThatThrownBy(book::lockInterruptibly)
                .isInstanceOf(InterruptedException.class));
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        waiter.interrupt();
        waiter.join();
        assertThat(heard.waits).extracting(Heard.Wait::outcome)
                .containsExactly(WaitOutcome.TIMED_OUT, WaitOutcome.INTERRUPTED);
        assertThat(heard.waits.get(0).nanos()).isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
        assertThat(heard.waits).allSatisfy(wait -> assertThat(wait.holder()).contains(threadOf(peer)));
    }

    @Test
    void readersWaitToo() {
        PeerJvm peer = space.peer();
        peer.expect("rw.write prices", "ok");
        SharedReadWriteLock prices = own.rwLock("prices");
        assertThatThrownBy(() -> prices.readLock().acquire(Duration.ofMillis(20)))
                .isInstanceOf(LockTimeoutException.class);
        assertThatThrownBy(() -> prices.upgradableLock().acquire(Duration.ofMillis(20)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(heard.waits).extracting(Heard.Wait::mode).containsExactly(WaitMode.SHARED, WaitMode.UPGRADABLE);
    }

    @Test
    void anOwnersDeathAndWhatTheNextOneDoes() {
        SharedMutex book = own.mutex("book");
        dieHolding("book");
        try (LockGuard guard = book.acquire()) {
            assertThat(guard.ownerDied()).isTrue();
            guard.markConsistent();
        }
        dieHolding("book");
        try (LockGuard guard = book.acquire()) {
            assertThat(guard.ownerDied()).isTrue();
        }
        book.reset();
        dieHolding("book");
        assertThatThrownBy(book::lock).isInstanceOf(OwnerDiedException.class);
        own.mutex("book", LockGuard::markConsistent).lock();
        book.unlock();
        assertThat(heard.repairs).extracting(Repair::outcome).containsExactly(
                Repair.Outcome.REPAIRED, Repair.Outcome.NOT_RECOVERABLE, Repair.Outcome.GIVEN_BACK,
                Repair.Outcome.REPAIRED);
        assertThat(heard.repairs).allSatisfy(repair -> {
            assertThat(repair.lock()).isEqualTo("book");
            assertThat(repair.nanos()).isNotNegative();
        });
    }

    private void dieHolding(String lock) {
        int known = heard.deaths.size();
        PeerJvm victim = space.peer();
        victim.expect("lock " + lock, "ok");
        victim.kill();
        // This JVM was the first to open the space, so it coordinates: who dies is found here, and nowhere else.
        Await.until("told of the clean-up", () -> heard.cleanUps.stream().anyMatch(c -> c.pid() == victim.pid()));
        assertThat(heard.deaths).hasSize(known + 1);
        assertThat(heard.deaths.get(known).lock()).isEqualTo(lock);
        assertThat(heard.deaths.get(known).owner()).contains(threadOf(victim));
    }

    @Test
    void anOrderlyCloseIsNoCleanUp() {
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        peer.expect("unlock book", "ok");
        assertThat(peer.control("close")).isEqualTo("ok");
        peer.kill();
        dieHolding("book");
        assertThat(heard.cleanUps).hasSize(1);
        assertThat(heard.cleanUps.get(0).command()).contains("Peer");
        assertThat(heard.cleanUps.get(0).nanos()).isPositive();
        assertThat(heard.cycles).hasPositiveValue();
    }

    @Test
    void anotherCoordinator() {
        Await.until("told of the first", () -> !heard.terms.isEmpty());
        assertThat(heard.terms.get(0).here()).isTrue();
        assertThat(heard.terms.get(0).pid()).isEqualTo(ProcessHandle.current().pid());
        PeerJvm peer = space.peer();
        own.close();
        Await.until("the peer coordinates", () -> space.probe().coordinator() == peer.pid());
        Heard late = new Heard();
        LockSpace again = space.closeLater(LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon()));
        Monitors.of(again).add(late);
        Await.until("told of the peer", () -> !late.terms.isEmpty());
        assertThat(late.terms.get(0).pid()).isEqualTo(peer.pid());
        assertThat(late.terms.get(0).here()).isFalse();
        peer.kill();
        Await.until("told of itself", () -> late.terms.size() > 1);
        assertThat(late.terms.get(1).here()).isTrue();
        assertThat(late.terms.get(1).epoch()).isGreaterThan(late.terms.get(0).epoch());
        Await.until("told of the host's end", () -> !late.cleanUps.isEmpty());
        assertThat(late.cleanUps.get(0).pid()).isEqualTo(peer.pid());
    }

    @Test
    void whatAListenerThrowsIsDropped() throws InterruptedException {
        Monitors.of(own).add(new SpaceListener() {
            @Override
            public void waited(LockWait wait) {
                throw new IllegalStateException("on purpose");
            }
        });
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        Thread helper = releaseOnceAwaited(peer, "book");
        SharedMutex book = own.mutex("book");
        book.lock();
        assertThat(book.isHeldByCurrentThread()).isTrue();
        book.unlock();
        helper.join();
        Monitors.of(own).remove(heard);
        int waits = heard.waits.size();
        peer.expect("lock book", "ok");
        assertThatThrownBy(() -> book.acquire(Duration.ofMillis(5))).isInstanceOf(LockTimeoutException.class);
        assertThat(heard.waits).hasSize(waits);
    }
}
