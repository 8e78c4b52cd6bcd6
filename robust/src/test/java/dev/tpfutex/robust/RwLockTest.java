package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.AcquireStatus;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.ReadGuard;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.ReadWriteOptions.Preference;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.WrongKindException;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the threads of one JVM can expect of a reader-writer lock. */
@Watched
class RwLockTest {

    @RegisterExtension
    final TestSpace file = new TestSpace();

    private LockSpace space;
    private SharedReadWriteLock book;

    @BeforeEach
    void open() {
        space = LockSpace.open(file.path());
        book = space.rwLock("book");
    }

    @AfterEach
    void close() {
        Await.until("threads that have ended are cleaned up after", () -> {
            try {
                space.close();
                return true;
            } catch (IllegalStateException inUse) {
                return false;
            }
        });
    }

    private interface Action {
        void run() throws Exception;
    }

    /** Runs something in a thread of its own, which has ended when this returns. */
    private static void elsewhere(Action action) throws Exception {
        FutureTask<Void> task = task(action);
        Thread thread = Thread.ofPlatform().start(task);
        get(task);
        thread.join();
    }

    private static FutureTask<Void> start(Action action) {
        FutureTask<Void> task = task(action);
        Thread.ofPlatform().start(task);
        return task;
    }

    private static FutureTask<Void> task(Action action) {
        return new FutureTask<>(() -> {
            action.run();
            return null;
        });
    }

    private static void get(FutureTask<Void> task) throws Exception {
        try {
            task.get(Await.WATCHDOG.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    private void awaitWaiter() {
        Await.until("somebody sleeps", () -> file.probe().sleepers("book") == 1);
    }

    @Test
    void readersShareAndWritersDoNot() throws Exception {
        book.readLock().lock();
        elsewhere(() -> {
            assertThat(book.readLock().tryLock()).isTrue();
            assertThat(book.readers()).isEqualTo(2);
            assertThat(book.writeLock().tryLock()).isFalse();
            book.readLock().unlock();
            assertThat(book.writeLock().tryLock()).isFalse();
        });
        assertThat(book.reader()).hasValueSatisfying(
                holder -> assertThat(holder.threadName()).isEqualTo(Thread.currentThread().getName()));
        book.readLock().unlock();
        assertThat(book.readers()).isZero();
        book.writeLock().lock();
        elsewhere(() -> {
            assertThat(book.readLock().tryLock()).isFalse();
            assertThat(book.readLock().tryLock(5, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(book.upgradableLock().tryLock()).isFalse();
            assertThat(book.writeLock().tryLock()).isFalse();
        });
        book.writeLock().unlock();
    }

    @Test
    void aWriterWaitsForTheLastReader() throws Exception {
        SharedReadLock reading = book.readLock();
        reading.lock();
        CountDownLatch other = new CountDownLatch(1);
        FutureTask<Void> reader = start(() -> {
            reading.lock();
            other.await();
            reading.unlock();
        });
        Await.until("two read", () -> book.readers() == 2);
        FutureTask<Void> writer = start(() -> {
            try (LockGuard guard = book.writeLock().acquire()) {
                assertThat(guard.status()).isIn(AcquireStatus.TOP_WAITER, AcquireStatus.HANDED_OFF);
                assertThat(book.readers()).isZero();
            }
        });
        awaitWaiter();
        reading.unlock();
        other.countDown();
        get(writer);
        get(reader);
    }

    @Test
    void readersQueueBehindAWriterAndAreLetInTogether() throws Exception {
        book.writeLock().lock();
        CountDownLatch all = new CountDownLatch(4);
        List<FutureTask<Void>> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            readers.add(start(() -> {
                try (ReadGuard guard = book.readLock().acquire()) {
                    assertThat(guard.status()).isNotEqualTo(AcquireStatus.FAST);
                    all.countDown();
                    all.await();
                }
            }));
        }
        Await.until("all sleep", () -> file.probe().sleepers("book") == 4);
        book.writeLock().unlock();
        for (FutureTask<Void> reader : readers) {
            get(reader);
        }
    }

    @Test
    void aWriterMayReadAndGoOnAsAReader() throws Exception {
        book.writeLock().lock();
        book.readLock().lock();
        book.readLock().lock();
        assertThat(book.readLock().holdCount()).isEqualTo(2);
        assertThat(book.writeLock().holdCount()).isEqualTo(1);
        book.readLock().unlock();
        book.writeLock().unlock();
        assertThat(book.writeLock().isHeldByCurrentThread()).isFalse();
        elsewhere(() -> {
            assertThat(book.readLock().tryLock()).isTrue();
            assertThat(book.writeLock().tryLock()).isFalse();
            book.readLock().unlock();
        });
        book.readLock().unlock();
        elsewhere(() -> {
            assertThat(book.writeLock().tryLock()).isTrue();
            book.writeLock().unlock();
        });
    }

    @Test
    void aDowngradeLetsWaitingReadersIn() throws Exception {
        book.writeLock().lock();
        FutureTask<Void> reader = start(() -> {
            book.readLock().lock();
            book.readLock().unlock();
        });
        awaitWaiter();
        book.readLock().lock();
        book.writeLock().unlock();
        get(reader);
        book.readLock().unlock();
    }

    @Test
    void aReaderCannotBecomeTheWriter() throws Exception {
        book.readLock().lock();
        assertThatThrownBy(() -> book.writeLock().lock())
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining("read lock").hasMessageContaining("upgradableLock");
        assertThatThrownBy(() -> book.writeLock().acquire(Duration.ofSeconds(1)))
                .isInstanceOf(IllegalMonitorStateException.class);
        assertThat(book.writeLock().tryLock()).isFalse();
        assertThatThrownBy(() -> book.upgradableLock().lock())
                .isInstanceOf(IllegalMonitorStateException.class).hasMessageContaining("first");
        assertThat(book.readLock().holdCount()).isEqualTo(1);
        book.readLock().unlock();
        book.writeLock().lock();
        book.writeLock().unlock();
    }

    @Test
    void theUpgradableReaderWaitsForTheOthersAndKeepsNewOnesOut() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        FutureTask<Void> reader = start(() -> {
            book.readLock().lock();
            leave.await();
            book.readLock().unlock();
        });
        Await.until("one reads", () -> book.readers() == 1);
        FutureTask<Void> upgrader = start(() -> {
            book.upgradableLock().lock();
            assertThat(book.readers()).isEqualTo(2);
            assertThat(book.writeLock().tryLock()).isFalse();
            book.writeLock().lock();
            assertThat(book.readers()).isZero();
            book.writeLock().unlock();
            assertThat(book.upgradableLock().holdCount()).isEqualTo(1);
            assertThat(book.readers()).isEqualTo(1);
            book.upgradableLock().unlock();
        });
        awaitWaiter();
        assertThat(book.readLock().tryLock()).isFalse();
        assertThat(book.upgradableLock().tryLock()).isFalse();
        leave.countDown();
        get(upgrader);
        get(reader);
        assertThat(book.readers()).isZero();
    }

    @Test
    void twoUpgradableReadersFollowEachOther() throws Exception {
        book.upgradableLock().lock();
        book.upgradableLock().lock();
        FutureTask<Void> other = start(() -> {
            book.upgradableLock().lock();
            book.writeLock().lock();
            book.writeLock().unlock();
            book.upgradableLock().unlock();
        });
        awaitWaiter();
        elsewhere(() -> {
            book.readLock().lock();
            book.readLock().unlock();
        });
        book.writeLock().lock();
        book.writeLock().unlock();
        book.upgradableLock().unlock();
        assertThat(other.isDone()).isFalse();
        book.upgradableLock().unlock();
        get(other);
    }

    @Test
    void anUpgradeThatTimesOutLeavesAReaderAndLetsOthersIn() throws Exception {
        book.upgradableLock().lock();
        CountDownLatch leave = new CountDownLatch(1);
        FutureTask<Void> reader = start(() -> {
            book.readLock().lock();
            leave.await();
            book.readLock().unlock();
        });
        Await.until("two read", () -> book.readers() == 2);
        assertThatThrownBy(() -> book.writeLock().acquire(Duration.ofMillis(20)))
                .isInstanceOf(LockTimeoutException.class);
        assertThat(book.upgradableLock().isHeldByCurrentThread()).isTrue();
        elsewhere(() -> {
            assertThat(book.readLock().tryLock()).isTrue();
            book.readLock().unlock();
        });
        leave.countDown();
        get(reader);
        book.writeLock().lock();
        book.writeLock().unlock();
        book.upgradableLock().unlock();
    }

    @Test
    void waitsEndByTimeAndByInterrupt() throws Exception {
        book.writeLock().lock();
        elsewhere(() -> assertThatThrownBy(() -> book.readLock().acquire(Duration.ofMillis(10)))
                .isInstanceOf(LockTimeoutException.class).hasMessageContaining("book"));
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiter = Thread.ofPlatform().start(() -> {
            try {
                book.readLock().lockInterruptibly();
                interrupted.complete(false);
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        awaitWaiter();
        waiter.interrupt();
        assertThat(interrupted.get(Await.WATCHDOG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        waiter.join();
        book.writeLock().unlock();
        book.readLock().lock();
        elsewhere(() -> assertThatThrownBy(() -> book.writeLock().acquire(Duration.ofMillis(10)))
                .isInstanceOfSatisfying(LockTimeoutException.class, e -> assertThat(e.holder()).isPresent()));
        elsewhere(() -> {
            assertThat(book.readLock().tryLock()).isTrue();
            book.readLock().unlock();
        });
        book.readLock().unlock();
    }

    @Test
    void onlyAReaderUnlocks() throws Exception {
        book.readLock().lock();
        elsewhere(() -> assertThatThrownBy(() -> book.readLock().unlock())
                .isInstanceOf(IllegalMonitorStateException.class).hasMessageContaining("Nothing was changed"));
        ReadGuard guard = book.readLock().acquire();
        elsewhere(() -> assertThatThrownBy(guard::close).isInstanceOf(IllegalMonitorStateException.class));
        guard.close();
        guard.close();
        book.readLock().unlock();
        assertThatThrownBy(() -> book.readLock().unlock()).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> book.upgradableLock().unlock()).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> book.writeLock().unlock()).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> book.readLock().newCondition()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void kindsAndOptionsMustAgree() {
        space.mutex("single");
        assertThatThrownBy(() -> space.rwLock("single")).isInstanceOf(WrongKindException.class);
        assertThatThrownBy(() -> space.mutex("book"))
                .isInstanceOf(WrongKindException.class).hasMessageContaining("reader-writer lock");
        ReadWriteOptions readers = ReadWriteOptions.defaults().preference(Preference.READERS).biased(false);
        space.rwLock("shelf", readers);
        space.rwLock("shelf");
        assertThatThrownBy(() -> space.rwLock("shelf", ReadWriteOptions.defaults().preference(Preference.WRITERS)))
                .isInstanceOf(WrongKindException.class)
                .hasMessageContaining("not a reader-writer lock preferring writers but a reader-writer lock"
                        + " preferring readers, never biased");
        assertThatThrownBy(() -> space.rwLock("shelf", ReadWriteOptions.defaults().biased(true)))
                .isInstanceOf(WrongKindException.class).hasMessageContaining("biased when that pays but");
    }

    @Test
    void whatIsLeftOpenIsTakenAsItIs() {
        RecoveryHandler handler = guard -> {};
        ReadWriteOptions readers = ReadWriteOptions.defaults().preference(Preference.READERS).biased(false);
        assertThat(space.rwLock("shelf", readers).options()).isEqualTo(readers);
        assertThat(space.rwLock("shelf").options()).isEqualTo(readers);
        ReadWriteOptions own = space.rwLock("shelf", ReadWriteOptions.defaults().recovery(handler)).options();
        assertThat(own).isEqualTo(readers.recovery(handler));
        assertThat(space.rwLock("shelf", own).options()).isEqualTo(own);
        assertThat(book.options()).isEqualTo(ReadWriteOptions.defaults().preference(Preference.NONE).biased(true));
        assertThat(space.rwLock("case", ReadWriteOptions.defaults().biased(false)).options())
                .isEqualTo(ReadWriteOptions.defaults().preference(Preference.NONE).biased(false));
    }

    @Test
    void aThreadMayReadUnderMoreLocksThanItHasEntriesFor() throws Exception {
        List<SharedReadWriteLock> locks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            locks.add(space.rwLock("shelf" + i));
        }
        locks.forEach(lock -> lock.readLock().lock());
        elsewhere(() -> locks.forEach(lock -> assertThat(lock.writeLock().tryLock()).isFalse()));
        locks.forEach(lock -> assertThat(lock.readLock().holdCount()).isEqualTo(1));
        locks.forEach(lock -> assertThatThrownBy(() -> lock.writeLock().lock())
                .isInstanceOf(IllegalMonitorStateException.class));
        locks.forEach(lock -> lock.readLock().unlock());
        elsewhere(() -> locks.forEach(lock -> {
            assertThat(lock.writeLock().tryLock()).isTrue();
            lock.writeLock().unlock();
        }));
    }

    @Test
    void virtualThreadsReadAndWrite() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        int[] counter = {0};
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            boolean writes = i % 4 == 0;
            threads.add(Thread.ofVirtual().uncaughtExceptionHandler((t, e) -> failures.add(e)).start(() -> {
                if (writes) {
                    book.writeLock().lock();
                    counter[0]++;
                    assertThat(inside.get()).isZero();
                    book.writeLock().unlock();
                } else {
                    book.readLock().lock();
                    inside.incrementAndGet();
                    Thread.yield();
                    inside.decrementAndGet();
                    book.readLock().unlock();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(counter[0]).isEqualTo(25);
        assertThat(book.readers()).isZero();
    }

    @Test
    void theShareOfAThreadThatEndsComesBack() throws Exception {
        elsewhere(() -> book.readLock().lock());
        try (LockGuard guard = book.writeLock().acquire()) {
            assertThat(guard.ownerDied()).isFalse();
        }
        elsewhere(() -> book.upgradableLock().lock());
        book.upgradableLock().lock();
        book.upgradableLock().unlock();
    }

    @Test
    void nobodyReadsWhatADeadWriterHasLeft() throws Exception {
        elsewhere(() -> book.writeLock().lock());
        assertThatThrownBy(() -> book.readLock().lock()).isInstanceOf(OwnerDiedException.class);
        assertThatThrownBy(() -> book.readLock().tryAcquire()).isInstanceOf(OwnerDiedException.class);
        assertThatThrownBy(() -> book.upgradableLock().lock()).isInstanceOf(OwnerDiedException.class);
        try (LockGuard guard = book.writeLock().acquire()) {
            assertThat(guard.ownerDied()).isTrue();
            guard.markConsistent();
        }
        book.readLock().lock();
        book.readLock().unlock();
    }

    @Test
    void aReaderRepairsIfItKnowsHow() throws Exception {
        AtomicInteger repairs = new AtomicInteger();
        SharedReadWriteLock repairing = space.rwLock("book", ReadWriteOptions.defaults().recovery(guard -> {
            assertThat(guard.ownerDied()).isTrue();
            repairs.incrementAndGet();
        }));
        elsewhere(() -> book.writeLock().lock());
        try (ReadGuard guard = repairing.readLock().acquire()) {
            assertThat(guard.sleeps()).isNotNegative();
            assertThat(book.readers()).isEqualTo(1);
        }
        elsewhere(() -> book.writeLock().lock());
        repairing.upgradableLock().lock();
        repairing.upgradableLock().unlock();
        assertThat(repairs).hasValue(2);
        assertThat(book.readers()).isZero();
    }

    @Test
    void whatCannotBeRecoveredIsNotReadEither() throws Exception {
        elsewhere(() -> book.writeLock().lock());
        try (LockGuard guard = book.writeLock().acquire()) {
            assertThat(guard.ownerDied()).isTrue();
        }
        assertThatThrownBy(() -> book.readLock().lock()).isInstanceOf(NotRecoverableException.class);
        assertThatThrownBy(() -> book.upgradableLock().lock()).isInstanceOf(NotRecoverableException.class);
        book.writeLock().reset();
        book.readLock().lock();
        book.readLock().unlock();
        book.upgradableLock().lock();
        book.writeLock().lock();
        book.writeLock().unlock();
        book.upgradableLock().unlock();
    }

    /** Two threads read without a rest until they leave the word of the lock alone. */
    private void bias(String name) {
        SharedReadLock lock = space.rwLock(name).readLock();
        Await.until("readers leave the word alone", () -> {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int reads = 0; reads < 100_000; reads++) {
                        lock.lock();
                        lock.unlock();
                    }
                }));
            }
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            return file.probe().isBiased(name);
        });
    }

    @Test
    void aThreadWithoutAnEntryLeftReadsUnderABiasedLock() throws Exception {
        bias("book");
        List<SharedReadWriteLock> locks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            locks.add(space.rwLock("shelf" + i));
        }
        elsewhere(() -> {
            locks.forEach(lock -> lock.readLock().lock());
            book.readLock().lock();
            book.readLock().unlock();
            bias("book");
            book.upgradableLock().lock();
            book.upgradableLock().unlock();
            locks.forEach(lock -> lock.readLock().unlock());
        });
        book.writeLock().lock();
        book.writeLock().unlock();
    }

    @Test
    void aThreadWithoutAnEntryLeftRepairsAndReads() throws Exception {
        SharedReadWriteLock repairing = space.rwLock("book", ReadWriteOptions.defaults().recovery(guard -> {}));
        List<SharedReadWriteLock> locks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            locks.add(space.rwLock("shelf" + i));
        }
        elsewhere(() -> book.writeLock().lock());
        elsewhere(() -> {
            locks.forEach(lock -> lock.readLock().lock());
            try (ReadGuard guard = repairing.readLock().acquire()) {
                assertThat(guard.sleeps()).isNotNegative();
                assertThat(repairing.readLock().holdCount()).isEqualTo(1);
            }
            assertThat(repairing.readLock().holdCount()).isZero();
            locks.forEach(lock -> lock.readLock().unlock());
        });
        book.writeLock().lock();
        book.writeLock().unlock();
    }

    @Test
    void afterAnUpgradeOthersMayReadAgain() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        FutureTask<Void> reader = start(() -> {
            book.readLock().lock();
            leave.await();
            book.readLock().unlock();
        });
        Await.until("one reads", () -> book.readers() == 1);
        book.upgradableLock().lock();
        FutureTask<Void> opener = start(() -> {
            awaitWaiter();
            leave.countDown();
        });
        book.writeLock().lock();
        book.writeLock().unlock();
        elsewhere(() -> {
            assertThat(book.readLock().tryLock()).isTrue();
            book.readLock().unlock();
        });
        book.upgradableLock().unlock();
        get(reader);
        get(opener);
    }

    @Test
    void theGuardOfAVirtualThreadDoesNotCloseTheHoldOfAnother() throws Exception {
        CountDownLatch lent = new CountDownLatch(1);
        CountDownLatch tried = new CountDownLatch(1);
        FutureTask<Void> first = task(() -> {
            LockGuard guard = book.writeLock().acquire();
            book.writeLock().unlock();
            lent.countDown();
            Await.until("another owns it", () -> book.writeLock().isLocked());
            assertThatThrownBy(guard::close).isInstanceOf(IllegalMonitorStateException.class);
            tried.countDown();
        });
        Thread.ofVirtual().start(first);
        FutureTask<Void> second = task(() -> {
            lent.await();
            book.writeLock().lock();
            tried.await();
            assertThat(book.writeLock().isHeldByCurrentThread()).isTrue();
            book.writeLock().unlock();
        });
        Thread.ofVirtual().start(second);
        get(first);
        get(second);
    }
}
