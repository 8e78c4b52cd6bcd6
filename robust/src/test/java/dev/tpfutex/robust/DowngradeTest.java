package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.robust.peer.Elsewhere;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A writer that has been told of a death, and gives the write lock back while it holds the read lock. */
@Watched
class DowngradeTest {

    @RegisterExtension
    final TestSpace file = new TestSpace();

    private LockSpace space;
    private SharedReadWriteLock book;

    @BeforeEach
    void aWriterDies() throws Exception {
        space = LockSpace.open(file.path());
        book = space.rwLock("book");
        Elsewhere.run(() -> book.writeLock().lock());
    }

    @AfterEach
    void close() {
        assertThat(book.readLock().holdCount()).isZero();
        assertThat(book.writeLock().isHeldByCurrentThread()).isFalse();
        Elsewhere.close(space);
    }

    @Test
    @DisplayName("Having repaired it goes on as a reader")
    void afterARepair() throws Exception {
        LockGuard guard = book.writeLock().acquire();
        book.readLock().lock();
        guard.markConsistent();
        guard.close();
        assertThat(book.readLock().holdCount()).isEqualTo(1);
        Elsewhere.run(() -> {
            assertThat(book.readLock().tryLock()).isTrue();
            assertThat(book.writeLock().tryLock()).isFalse();
            book.readLock().unlock();
        });
        book.readLock().unlock();
        assertThat(book.writeLock().consistency()).isEqualTo(Consistency.CONSISTENT);
    }

    @Test
    @DisplayName("Without a repair the guard's close throws, and both locks are gone")
    void withoutARepair() throws Exception {
        LockGuard guard = book.writeLock().acquire();
        book.readLock().lock();
        book.readLock().lock();
        assertThatThrownBy(guard::close).isInstanceOf(NotRecoverableException.class)
                .hasMessageContaining("The write lock of \"book\"").hasMessageContaining("markConsistent()");
        theLockIsGone();
    }

    @Test
    @DisplayName("Without a repair unlock() throws, and both locks are gone")
    void withoutARepairByUnlock() throws Exception {
        book.writeLock().acquire();
        book.writeLock().lock();
        book.readLock().lock();
        book.writeLock().unlock();
        assertThat(book.readLock().holdCount()).isEqualTo(1);
        assertThatThrownBy(() -> book.writeLock().unlock()).isInstanceOf(NotRecoverableException.class);
        theLockIsGone();
    }

    @Test
    @DisplayName("The same by a thread that has no entry left for the lock")
    void withoutARepairAndWithoutAnEntry() throws Exception {
        for (int i = 0; i < 20; i++) {
            space.rwLock("shelf" + i).readLock().lock();
        }
        book.writeLock().acquire();
        book.readLock().lock();
        assertThatThrownBy(() -> book.writeLock().unlock()).isInstanceOf(NotRecoverableException.class);
        theLockIsGone();
        for (int i = 0; i < 20; i++) {
            space.rwLock("shelf" + i).readLock().unlock();
        }
    }

    @Test
    @DisplayName("A virtual thread that loses both gives its task back")
    void withoutARepairInAVirtualThread() throws Exception {
        Throwable[] thrown = {null};
        Thread.ofVirtual().start(() -> {
            book.writeLock().acquire();
            book.readLock().lock();
            try {
                book.writeLock().unlock();
            } catch (NotRecoverableException e) {
                thrown[0] = e;
            }
        }).join();
        assertThat(thrown[0]).isNotNull();
        theLockIsGone();
    }

    @Test
    @DisplayName("Read locks that are given back before the write lock change nothing: the release does not throw")
    void withoutReadLocksInside() {
        book.writeLock().acquire();
        book.readLock().lock();
        book.readLock().unlock();
        book.writeLock().unlock();
        assertThat(book.writeLock().consistency()).isEqualTo(Consistency.NOT_RECOVERABLE);
    }

    @Test
    @DisplayName("A plain lock() that throws keeps nothing, and the next one is told")
    void aPlainLock() {
        assertThatThrownBy(() -> book.writeLock().lock()).isInstanceOf(OwnerDiedException.class);
        try (LockGuard guard = book.writeLock().acquire()) {
            assertThat(guard.ownerDied()).isTrue();
            guard.markConsistent();
        }
    }

    private void theLockIsGone() throws Exception {
        assertThat(book.readLock().holdCount()).isZero();
        assertThatThrownBy(() -> book.readLock().unlock()).isInstanceOf(IllegalMonitorStateException.class);
        assertThatThrownBy(() -> book.writeLock().unlock()).isInstanceOf(IllegalMonitorStateException.class);
        assertThat(book.writeLock().consistency()).isEqualTo(Consistency.NOT_RECOVERABLE);
        assertThatThrownBy(() -> book.readLock().lock()).isInstanceOf(NotRecoverableException.class);
        book.writeLock().reset();
        Elsewhere.run(() -> {
            book.writeLock().lock();
            book.writeLock().unlock();
        });
        book.readLock().lock();
        book.readLock().unlock();
    }
}
