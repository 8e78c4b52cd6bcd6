package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Closing a space that is in use, and using one that is closed. */
@Watched
class CloseTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private LockSpace open() {
        return LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon());
    }

    @Test
    @DisplayName("close() refuses while a thread of this JVM holds a lock, says which, and changes nothing")
    void itRefusesWhileALockIsHeld() {
        LockSpace open = open();
        SharedMutex book = open.mutex("book");
        book.lock();
        assertThatIllegalStateException().isThrownBy(open::close)
                .withMessageContainingAll("book", Thread.currentThread().getName(), "holds");
        assertThat(book.isHeldByCurrentThread()).isTrue();
        book.unlock();
        assertThatCode(open::close).doesNotThrowAnyException();
        assertThatCode(open::close).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("close() refuses while a thread of this JVM waits")
    void itRefusesWhileAThreadWaits() {
        PeerJvm holder = space.peer();
        PeerJvm waiter = space.peer();
        holder.expect("lock book", "ok");
        Answer waiting = waiter.begin("waiter", "acquire book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        assertThat(waiter.control("close")).startsWith("IllegalStateException").contains("book", "waiter", "waits");
        holder.expect("unlock book", "ok");
        waiting.is("held");
        waiter.begin("waiter", "release book").is("ok");
        assertThat(waiter.control("close")).isEqualTo("ok");
    }

    @Test
    @DisplayName("One of two handles is closed while the other's lock is held: the lock stays")
    void theLastHandleCounts() {
        try (LockSpace first = open()) {
            LockSpace second = open();
            SharedMutex book = first.mutex("book");
            book.lock();
            second.close();
            assertThat(book.isHeldByCurrentThread()).isTrue();
            assertThat(space.peer().tell("tryLock book")).isEqualTo("false");
            book.unlock();
        }
    }

    @Test
    @DisplayName("After close() every method but name() throws")
    void afterwardsEveryMethodThrows() {
        LockSpace open = open();
        SharedMutex book = open.mutex("book");
        LockGuard guard = book.acquire();
        guard.close();
        open.close();
        assertThat(book.name()).isEqualTo("book");
        assertThatIllegalStateException().isThrownBy(() -> open.mutex("other")).withMessageContaining("closed");
        assertThatIllegalStateException().isThrownBy(book::lock);
        assertThatIllegalStateException().isThrownBy(book::lockInterruptibly);
        assertThatIllegalStateException().isThrownBy(book::tryLock);
        assertThatIllegalStateException().isThrownBy(book::acquire);
        assertThatIllegalStateException().isThrownBy(() -> book.acquire(Duration.ofMillis(1)));
        assertThatIllegalStateException().isThrownBy(book::tryAcquire);
        assertThatIllegalStateException().isThrownBy(book::unlock);
        assertThatIllegalStateException().isThrownBy(book::isLocked);
        assertThatIllegalStateException().isThrownBy(book::holder);
        assertThatIllegalStateException().isThrownBy(book::holdCount);
        assertThatIllegalStateException().isThrownBy(book::statistics);
        assertThatIllegalStateException().isThrownBy(book::consistency);
        assertThatIllegalStateException().isThrownBy(book::reset);
        assertThat(guard.fencingToken()).isPositive();
        guard.close();
    }

    @Test
    @DisplayName("A release by a thread that does not own the lock throws, names the holder and changes nothing")
    void aReleaseByAnotherChangesNothing() {
        PeerJvm holder = space.peer();
        holder.begin("owner", "lock book").is("ok");
        int word = space.probe().word("book");
        try (LockSpace open = open()) {
            SharedMutex book = open.mutex("book");
            assertThatThrownBy(book::unlock)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessageContainingAll("pid " + holder.pid(), "owner", "book");
        }
        holder.expect("unlock book", "IllegalMonitorStateException");
        assertThat(space.probe().word("book")).isEqualTo(word);
        holder.begin("owner", "unlock book").is("ok");
        holder.begin("owner", "unlock book").is("IllegalMonitorStateException");
    }
}
