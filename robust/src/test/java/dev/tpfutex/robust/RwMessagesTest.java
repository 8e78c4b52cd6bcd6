package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.Elsewhere;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the sides of a reader-writer lock call themselves when something goes wrong, and whom they name. */
@Watched
class RwMessagesTest {

    private static final Duration SHORT = Duration.ofMillis(10);

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
        Elsewhere.close(space);
    }

    private String us() {
        return "pid " + ProcessHandle.current().pid() + ", thread \"" + Thread.currentThread().getName() + "\"";
    }

    private String in(String side) {
        return side + " \"book\" in lock space " + space.path();
    }

    @Test
    void aReaderThatTimesOutIsToldTheWriter() throws Exception {
        book.writeLock().lock();
        String us = us();
        Elsewhere.run(() -> assertThatThrownBy(() -> book.readLock().acquire(SHORT))
                .isInstanceOfSatisfying(LockTimeoutException.class, late -> assertThat(late.readers()).isZero())
                .hasMessageContainingAll(in("waiting for the read lock of"), "It is held by " + us, "since"));
        Elsewhere.run(() -> assertThatThrownBy(() -> book.upgradableLock().acquire(SHORT))
                .hasMessageContainingAll(in("waiting for the upgradable lock of"), "It is held by " + us));
        book.writeLock().unlock();
    }

    @Test
    void aWriterThatTimesOutIsToldTheReaders() throws Exception {
        book.readLock().lock();
        String us = us();
        Elsewhere.run(() -> assertThatThrownBy(() -> book.writeLock().acquire(SHORT))
                .isInstanceOfSatisfying(LockTimeoutException.class, late -> assertThat(late.readers()).isEqualTo(1))
                .hasMessageContainingAll(in("waiting for the write lock of"), "It is read by " + us + "."));
        CountDownLatch leave = new CountDownLatch(1);
        Elsewhere other = Elsewhere.start("other", () -> {
            book.upgradableLock().lock();
            leave.await();
            book.upgradableLock().unlock();
        });
        Await.until("two read", () -> book.readers() == 2);
        Elsewhere.run(() -> assertThatThrownBy(() -> book.upgradableLock().acquire(SHORT))
                .hasMessageContaining("It is read by 2 threads, one of them pid")
                .hasMessageContaining("thread \"other\""));
        leave.countDown();
        other.await();
        book.readLock().unlock();
    }

    @Test
    void anUpgraderThatTimesOutIsToldTheOthersOnly() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        Elsewhere other = Elsewhere.start("other", () -> {
            book.readLock().lock();
            leave.await();
            book.readLock().unlock();
        });
        Await.until("one reads", () -> book.readers() == 1);
        book.upgradableLock().lock();
        assertThatThrownBy(() -> book.writeLock().acquire(SHORT))
                .isInstanceOfSatisfying(LockTimeoutException.class, late -> assertThat(late.readers()).isEqualTo(1))
                .hasMessageContainingAll(in("write lock of"), "It is read by pid", "thread \"other\"");
        book.upgradableLock().unlock();
        leave.countDown();
        other.await();
    }

    @Test
    void aReleaseByAnotherNamesTheReaders() {
        book.readLock().lock();
        assertThatThrownBy(() -> book.writeLock().unlock()).isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContainingAll(in("does not own the write lock of"), "it is read by " + us());
        assertThatThrownBy(() -> book.upgradableLock().unlock()).isInstanceOf(IllegalMonitorStateException.class)
                .hasMessageContaining(in("does not hold the upgradable lock of"));
        book.readLock().unlock();
    }

    @Test
    void aDeathIsToldToEachSideByItsName() throws Exception {
        Elsewhere.run(() -> book.writeLock().lock());
        assertThatThrownBy(() -> book.readLock().lock()).isInstanceOf(OwnerDiedException.class)
                .hasMessageContaining(in("Cannot take the read lock of")).hasMessageContaining("writeLock().acquire()");
        assertThatThrownBy(() -> book.upgradableLock().lock()).isInstanceOf(OwnerDiedException.class)
                .hasMessageContaining(in("Cannot take the upgradable lock of"));
        assertThatThrownBy(() -> book.writeLock().lock()).isInstanceOf(OwnerDiedException.class)
                .hasMessageContaining(in("An owner of the write lock of"));
        book.writeLock().acquire().close();
        assertThatThrownBy(() -> book.readLock().lock()).isInstanceOf(NotRecoverableException.class)
                .hasMessageContaining(in("The read lock of")).hasMessageContaining("writeLock().reset()");
        assertThatThrownBy(() -> book.writeLock().lock()).isInstanceOf(NotRecoverableException.class)
                .hasMessageContaining(in("The write lock of"));
    }

    @Test
    void aCloseTooEarlyNamesTheSideThatIsHeld() {
        Lock[] sides = {book.writeLock(), book.readLock(), book.upgradableLock()};
        String[] names = {"write lock", "read lock", "upgradable lock"};
        for (int i = 0; i < sides.length; i++) {
            sides[i].lock();
            assertThatThrownBy(space::close).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("holds the " + names[i] + " of \"book\"");
            sides[i].unlock();
        }
    }

    @Test
    void aCloseWhileSomebodyWaitsNamesTheLock() {
        book.writeLock().lock();
        PeerJvm peer = file.peer();
        Answer waiting = peer.begin("waiter", "rw.read book");
        Await.until("it sleeps", () -> file.probe().sleepers("book") == 1);
        assertThat(peer.control("close")).startsWith("IllegalStateException")
                .contains("thread \"waiter\" waits for the reader-writer lock \"book\"");
        book.writeLock().unlock();
        waiting.is("ok");
        peer.begin("waiter", "rw.unread book").is("ok");
    }

    @Test
    void anInterruptedReaderIsToldWhatItWaitedFor() throws Exception {
        book.writeLock().lock();
        Elsewhere waiter = Elsewhere.start("waiter", () -> assertThatThrownBy(book.readLock()::lockInterruptibly)
                .isInstanceOf(InterruptedException.class)
                .hasMessage(in("interrupted while waiting for the read lock of")));
        Await.until("somebody sleeps", () -> file.probe().sleepers("book") == 1);
        waiter.thread().interrupt();
        waiter.await();
        book.writeLock().unlock();
    }

    @Test
    void eachSideSaysWhatItIs() {
        assertThat(book).hasToString("SharedReadWriteLock[" + in("reader-writer lock") + "]");
        assertThat(book.writeLock()).hasToString("SharedMutex[" + in("write lock of") + "]");
        assertThat(book.readLock()).hasToString("SharedReadLock[" + in("read lock of") + "]");
        assertThat(book.upgradableLock()).hasToString("SharedReadLock[" + in("upgradable lock of") + "]");
        assertThat(space.mutex("one")).hasToString("SharedMutex[mutex \"one\" in lock space " + space.path() + "]");
        assertThatThrownBy(() -> book.upgradableLock().newCondition()).hasMessageContaining(in("upgradable lock of"));
        assertThatThrownBy(() -> book.readLock().tryLock(1, null)).isInstanceOf(NullPointerException.class)
                .hasMessage("unit");
        assertThatThrownBy(() -> book.writeLock().newCondition()).hasMessageContaining(in("write lock of"));
    }
}
