package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that ends while it owns a mutex, in a process that goes on. */
@Watched
class ThreadDeathTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    @DisplayName("A thread that ends while it owns a mutex is found dead, by its own process and by others")
    void theNextOwnerIsTold(String thread) {
        PeerJvm peer = space.peer();
        PeerJvm other = space.peer();
        peer.begin(thread, "lock book").is("ok");
        Answer waiting = other.begin("t", "acquire book");
        Await.until("the other sleeps", () -> space.probe().sleepers("book") == 1);
        peer.endThread(thread);
        assertThat(waiting.text()).startsWith("held").contains("ownerDied");
        other.expect("repair book", "ok");
        other.expect("release book", "ok");
        assertThat(peer.tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    @DisplayName("A thread that ends leaves the locks of the other threads of its process alone")
    void otherThreadsKeepTheirs(String thread) {
        PeerJvm peer = space.peer();
        peer.begin(thread, "lock book").is("ok");
        peer.begin(thread + "2", "lock ledger").is("ok");
        peer.endThread(thread);
        assertThat(peer.tell("acquire book")).startsWith("held").contains("ownerDied");
        peer.expect("tryAcquire ledger", "busy");
        peer.begin(thread + "2", "unlock ledger").is("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    @DisplayName("A thread that ends without locks leaves nothing behind, and its slot is used again")
    void aTidyEndLeavesNothing(String thread) {
        PeerJvm peer = space.unopenedPeer();
        peer.control("open " + space.path() + " tasks=2");
        for (int i = 0; i < 10; i++) {
            peer.begin(thread + i, "lock book").is("ok");
            peer.begin(thread + i, "unlock book").is("ok");
            peer.endThread(thread + i);
            // For Java it has ended; for the kernel perhaps a moment later.
            Await.until("a slot is free", () -> space.probe().tasks() < 2);
        }
        assertThat(space.probe().word("book")).isZero();
    }
}
