package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Threads of one JVM and of others, and several handles to one lock. */
@Watched
class ExclusionTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private static LockSpace open(Path path) {
        return LockSpace.open(path, SpaceOptions.defaults().withoutDaemon());
    }

    @Test
    @DisplayName("C22: threads of one JVM and of others, platform and virtual, exclude each other all alike")
    void threadsOfAllProcessesExcludeEachOther() throws IOException {
        List<PeerJvm> peers = space.peers(3);
        List<Answer> counting = new ArrayList<>();
        for (PeerJvm peer : peers) {
            for (String thread : List.of("a", "b", "virtual-a", "virtual-b")) {
                counting.add(peer.begin(thread, "count book " + space.sibling("ledger") + " 3000"));
            }
        }
        counting.forEach(answer -> answer.is("counted 3000"));
        assertThat(Ledger.open(space.sibling("ledger")).count()).isEqualTo(36_000);
        assertThat(space.probe().word("book")).isZero();
        assertThat(space.probe().queued("book")).isZero();
    }

    @Test
    @DisplayName("C23: hold count belongs to thread and lock, not to the handle, whichever path it came by")
    void theHoldCountBelongsToThreadAndLock() throws IOException {
        try (LockSpace one = open(space.path());
                LockSpace two = open(Files.createSymbolicLink(space.sibling("link"), space.path()));
                LockSpace three = open(Files.createLink(space.sibling("hard-link"), space.path()))) {
            SharedMutex first = one.mutex("book");
            SharedMutex second = two.mutex("book");
            SharedMutex third = three.mutex("book");
            PeerJvm other = space.peer();
            first.lock();
            assertThat(second.tryLock()).isTrue();
            third.lock();
            assertThat(first.holdCount()).isEqualTo(3);
            assertThat(third.isHeldByCurrentThread()).isTrue();
            other.expect("tryLock book", "false");
            second.unlock();
            second.unlock();
            other.expect("tryLock book", "false");
            assertThat(second.holdCount()).isEqualTo(1);
            third.unlock();
            assertThat(first.isHeldByCurrentThread()).isFalse();
            assertThatThrownBy(first::unlock).isInstanceOf(IllegalMonitorStateException.class);
            other.expect("tryLock book", "true");
        }
    }

    @Test
    @DisplayName("C23: guards of one hold may be closed in any order, and mixed with lock and unlock")
    void guardsAreCountedWithTheRest() {
        try (LockSpace open = open(space.path())) {
            SharedMutex book = open.mutex("book");
            LockGuard outer = book.acquire();
            LockGuard inner = open.mutex("book").acquire();
            book.lock();
            assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
            outer.close();
            outer.close();
            book.unlock();
            assertThat(book.holdCount()).isEqualTo(1);
            inner.close();
            assertThat(book.isLocked()).isFalse();
            try (LockGuard next = book.acquire()) {
                assertThat(next.fencingToken()).isGreaterThan(outer.fencingToken());
            }
        }
    }

    @Test
    @DisplayName("A guard belongs to the thread that acquired it, though another thread owns the lock too by then")
    void aGuardBelongsToItsThread() throws InterruptedException {
        try (LockSpace open = open(space.path())) {
            SharedMutex book = open.mutex("book");
            LockGuard[] foreign = new LockGuard[1];
            Thread thread = Thread.ofPlatform().start(() -> {
                foreign[0] = book.acquire();
                book.unlock();
            });
            thread.join();
            try (LockGuard own = book.acquire()) {
                assertThatThrownBy(foreign[0]::close).isInstanceOf(IllegalMonitorStateException.class);
                assertThatThrownBy(foreign[0]::markConsistent).isInstanceOf(IllegalMonitorStateException.class);
                assertThat(book.holdCount()).isEqualTo(1);
                assertThat(own.ownerDied()).isFalse();
            }
        }
    }
}
