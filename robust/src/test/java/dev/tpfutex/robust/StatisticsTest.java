package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.AcquireStatus;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.ReadGuard;
import dev.tpfutex.api.ReadStatistics;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.Elsewhere;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The figures of a lock and what its guards have said agree. */
@Watched
class StatisticsTest {

    private static final int THREADS = 4;
    private static final int ROUNDS = 3_000;
    private static final Duration SHORT = Duration.ofMillis(5);

    @RegisterExtension
    final TestSpace file = new TestSpace();

    private final Told writers = new Told();
    private final Told readers = new Told();
    private LockSpace space;
    private SharedReadWriteLock book;

    /** What guards have said: how often each status, and how many sleeps. */
    private static final class Told {
        private final AtomicLongArray ways = new AtomicLongArray(AcquireStatus.values().length);
        private final AtomicLong sleeps = new AtomicLong();

        void add(AcquireStatus way, int slept) {
            ways.incrementAndGet(way.ordinal());
            sleeps.addAndGet(slept);
        }

        long of(AcquireStatus way) {
            return ways.get(way.ordinal());
        }

        long all() {
            long sum = 0;
            for (int i = 0; i < ways.length(); i++) {
                sum += ways.get(i);
            }
            return sum;
        }

        void agrees(LockStatistics figures) {
            assertThat(figures.steals()).isEqualTo(of(AcquireStatus.STOLEN));
            assertThat(figures.topWaits()).isEqualTo(of(AcquireStatus.TOP_WAITER));
            assertThat(figures.handOffs()).isEqualTo(of(AcquireStatus.HANDED_OFF));
            assertThat(figures.acquisitions()).isEqualTo(all());
            assertThat(figures.acquisitions() - figures.steals() - figures.topWaits() - figures.handOffs())
                    .isEqualTo(of(AcquireStatus.FAST));
            assertThat(figures.sleeps()).isEqualTo(sleeps.get());
        }

        void agrees(ReadStatistics figures) {
            assertThat(figures.steals()).isEqualTo(of(AcquireStatus.STOLEN));
            assertThat(figures.topWaits()).isEqualTo(of(AcquireStatus.TOP_WAITER));
            assertThat(figures.handOffs()).isEqualTo(of(AcquireStatus.HANDED_OFF));
            assertThat(figures.sleeps()).isEqualTo(sleeps.get());
        }
    }

    @BeforeEach
    void open() {
        space = LockSpace.open(file.path());
        book = space.rwLock("book");
    }

    @AfterEach
    void close() {
        Elsewhere.close(space);
    }

    private interface Use {
        void once(Random random) throws Exception;
    }

    private static void inManyThreads(Use use) throws Exception {
        List<Elsewhere> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(i);
            threads.add(Elsewhere.start("user" + i, () -> {
                for (int round = 0; round < ROUNDS; round++) {
                    use.once(random);
                }
            }));
        }
        for (Elsewhere thread : threads) {
            thread.await();
        }
    }

    private void write(SharedMutex lock) {
        try (LockGuard guard = lock.acquire()) {
            writers.add(guard.status(), guard.sleeps());
            Thread.onSpinWait();
        }
    }

    private void read() {
        try (ReadGuard guard = book.readLock().acquire()) {
            readers.add(guard.status(), guard.sleeps());
            Thread.yield();
        }
    }

    private void readAndWrite() {
        try (ReadGuard reading = book.upgradableLock().acquire()) {
            readers.add(reading.status(), reading.sleeps());
            write(book.writeLock());
        }
    }

    private void writeAndRead() {
        LockGuard guard = book.writeLock().acquire();
        writers.add(guard.status(), guard.sleeps());
        book.readLock().lock();
        guard.close();
        book.readLock().unlock();
    }

    @Test
    @DisplayName("Each acquisition of a mutex is counted in one of the ways that its guard says")
    void ofAMutex() throws Exception {
        SharedMutex mutex = space.mutex("one");
        inManyThreads(random -> write(mutex));
        writers.agrees(mutex.statistics());
        assertThat(mutex.statistics().timeouts()).isZero();
        try (LockGuard guard = mutex.acquire(); LockGuard nested = mutex.acquire()) {
            writers.add(guard.status(), guard.sleeps());
            assertThat(nested.status()).isEqualTo(AcquireStatus.FAST);
            assertThat(mutex.statistics().acquisitions()).isEqualTo(guard.fencingToken());
        }
        writers.agrees(mutex.statistics());
    }

    @Test
    @DisplayName("Writers and readers are counted each on their own, and only the readers' fast path is not")
    void ofAReaderWriterLock() throws Exception {
        inManyThreads(random -> {
            switch (random.nextInt(8)) {
                case 0 -> write(book.writeLock());
                case 1 -> readAndWrite();
                case 2 -> writeAndRead();
                default -> read();
            }
        });
        writers.agrees(book.writeLock().statistics());
        readers.agrees(book.readLock().statistics());
        assertThat(book.upgradableLock().statistics()).isEqualTo(book.readLock().statistics());
        assertThat(readers.all()).isGreaterThan(ROUNDS);
        assertThat(book.upgradableLock().name()).isEqualTo("book");
    }

    @Test
    @DisplayName("Owners are counted right though readers have left the word alone, and numbers of tokens were left out")
    void withBias() throws Exception {
        Await.until("all readers had to be counted once", () -> {
            try {
                inManyThreads(random -> {
                    if (random.nextInt(500) == 0) {
                        write(book.writeLock());
                    } else {
                        read();
                    }
                });
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return book.readLock().statistics().recounts() > 0;
        });
        writers.agrees(book.writeLock().statistics());
        readers.agrees(book.readLock().statistics());
        try (LockGuard guard = book.writeLock().acquire()) {
            assertThat(guard.fencingToken()).isEqualTo(
                    book.writeLock().statistics().acquisitions() + book.readLock().statistics().recounts());
        }
    }

    @Test
    @DisplayName("A reader without an entry of its own is a reader in the figures too")
    void withoutAnEntry() throws Exception {
        for (int i = 0; i < 20; i++) {
            space.rwLock("shelf" + i).readLock().lock();
        }
        read();
        read();
        readers.agrees(book.readLock().statistics());
        writers.agrees(book.writeLock().statistics());
        for (int i = 0; i < 20; i++) {
            space.rwLock("shelf" + i).readLock().unlock();
        }
    }

    @Test
    @DisplayName("A wait whose time is up counts as a time-out and with its sleeps; an attempt without waiting does not")
    void timeouts() throws Exception {
        book.writeLock().lock();
        AtomicLong rounds = new AtomicLong();
        Elsewhere.run(() -> {
            // On a busy machine the time may be over before it comes to sleep.
            Await.until("both have slept", () -> {
                late(() -> book.readLock().acquire(SHORT));
                late(() -> book.upgradableLock().acquire(SHORT));
                late(() -> book.writeLock().acquire(SHORT));
                rounds.incrementAndGet();
                return book.readLock().statistics().sleeps() > 0 && book.writeLock().statistics().sleeps() > 0;
            });
            attempts();
        });
        book.writeLock().unlock();
        ReadStatistics reads = book.readLock().statistics();
        LockStatistics writes = book.writeLock().statistics();
        assertThat(reads.timeouts()).isEqualTo(2 * rounds.get());
        assertThat(writes.timeouts()).isEqualTo(rounds.get());
        assertThat(writes.acquisitions()).isEqualTo(1);
    }

    @Test
    @DisplayName("So does an upgrade")
    void timeoutsOfUpgrades() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        Elsewhere reader = Elsewhere.start("reader", () -> {
            book.readLock().lock();
            leave.await();
            book.readLock().unlock();
        });
        Await.until("one reads", () -> book.readers() == 1);
        book.upgradableLock().lock();
        AtomicLong rounds = new AtomicLong();
        Await.until("it has slept", () -> {
            late(() -> book.writeLock().acquire(SHORT));
            rounds.incrementAndGet();
            return book.writeLock().statistics().sleeps() > 0;
        });
        assertThat(book.writeLock().tryLock()).isFalse();
        assertThat(book.writeLock().tryLock(0, TimeUnit.SECONDS)).isFalse();
        leave.countDown();
        reader.await();
        assertThat(book.writeLock().tryLock()).isTrue();
        book.writeLock().unlock();
        book.upgradableLock().unlock();
        LockStatistics writes = book.writeLock().statistics();
        assertThat(writes.timeouts()).isEqualTo(rounds.get());
        assertThat(writes.acquisitions()).isEqualTo(1);
        assertThat(writes.topWaits()).isEqualTo(1);
        assertThat(book.readLock().statistics().timeouts()).isZero();
    }

    private static void late(AutoCloseableSource source) {
        assertThatThrownBy(source::acquire).isInstanceOf(LockTimeoutException.class);
    }

    private interface AutoCloseableSource {
        AutoCloseable acquire() throws Exception;
    }

    private void attempts() throws Exception {
        assertThat(book.readLock().tryLock()).isFalse();
        assertThat(book.upgradableLock().tryLock()).isFalse();
        assertThat(book.writeLock().tryLock()).isFalse();
        assertThat(book.readLock().tryAcquire()).isEmpty();
        assertThat(book.upgradableLock().tryAcquire()).isEmpty();
        assertThat(book.writeLock().tryAcquire()).isEmpty();
        assertThat(book.readLock().tryLock(0, TimeUnit.SECONDS)).isFalse();
        assertThat(book.upgradableLock().tryLock(0, TimeUnit.SECONDS)).isFalse();
        assertThat(book.writeLock().tryLock(0, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    @DisplayName("Who gets the lock only to throw OwnerDiedException counts as an owner, a reader too")
    void deaths() throws Exception {
        Elsewhere.run(() -> book.writeLock().lock());
        assertThatThrownBy(() -> book.writeLock().lock()).isInstanceOf(OwnerDiedException.class);
        assertThatThrownBy(() -> book.readLock().lock()).isInstanceOf(OwnerDiedException.class);
        assertThat(book.writeLock().statistics().acquisitions()).isEqualTo(3);
        assertThat(book.writeLock().statistics().ownerDeaths()).isEqualTo(1);
        book.writeLock().acquire().close();
        book.writeLock().reset();
        assertThat(book.writeLock().statistics().acquisitions()).isEqualTo(5);
    }
}
