package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Turns;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Case C21: a thread is interrupted while it waits, or just as it gets the lock. */
@Watched
class InterruptTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private PeerJvm holder;
    private PeerJvm peer;

    @BeforeEach
    void startPeers() {
        holder = space.peer();
        peer = space.peer();
        holder.expect("lock book", "ok");
    }

    private void awaitSleepers(int count) {
        Await.until(count + " sleep", () -> space.probe().sleepers("book") == count);
    }

    @ParameterizedTest(name = "{0} {1}, {2} before it")
    @CsvSource({
        "platform, lockInterruptibly book, 0", "platform, tryLock book 15000, 0", "platform, acquire book 15000, 0",
        "platform, acquire book 15000, 2", "virtual, lockInterruptibly book, 0", "virtual, acquire book 15000, 2"})
    @DisplayName("C21: an interrupt ends a wait at once, as top waiter and in the queue")
    void itEndsTheWait(String thread, String command, int before) {
        Turns others = new Turns("book");
        for (int i = 0; i < before; i++) {
            others.add(peer, "before" + i, peer.begin("before" + i, "lock book"));
            awaitSleepers(i + 1);
        }
        Answer waiting = peer.begin(thread, command);
        awaitSleepers(before + 1);
        long start = System.nanoTime();
        peer.control("interrupt " + thread);
        waiting.is("InterruptedException");
        System.out.println(thread + ", " + command + ": interrupted after " + waiting.after(start).toMillis() + " ms");
        assertThat(waiting.after(start)).isLessThan(Duration.ofSeconds(5));
        assertThat(peer.tell(thread, "holdCount book")).isEqualTo("0");
        assertThat(peer.tell(thread, "interrupted book")).isEqualTo("false");
        awaitSleepers(before);
        // Its own handle and those of the others still work.
        holder.expect("unlock book", "ok");
        others.serveAll();
        peer.begin(thread, "lock book").is("ok");
        holder.expect("tryLock book", "false");
        assertThat(space.probe().owner("book")).isEqualTo((int) peer.pid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    @DisplayName("C21: an interrupt just as the lock is given up: it owns the lock or it does not, and the word agrees")
    void itRacesTheUnlock(String thread) {
        int interrupted = 0;
        for (int round = 0; round < 100; round++) {
            Answer waiting = peer.begin(thread, "lockInterruptibly book");
            awaitSleepers(1);
            // Both are on their way when the first one is looked at; they take turns in going first.
            Answer first =
                    round % 2 == 0 ? holder.begin("t", "unlock book") : peer.begin("main", "interrupt " + thread);
            Answer second =
                    round % 2 == 1 ? holder.begin("t", "unlock book") : peer.begin("main", "interrupt " + thread);
            first.is("ok");
            second.is("ok");
            if (waiting.text().equals("ok")) {
                assertThat(peer.tell(thread, "holdCount book")).isEqualTo("1");
                peer.begin(thread, "unlock book").is("ok");
            } else {
                waiting.is("InterruptedException");
                assertThat(peer.tell(thread, "holdCount book")).isEqualTo("0");
                interrupted++;
            }
            // Pending still if the lock came first.
            peer.tell(thread, "interrupted book");
            assertThat(space.probe().word("book")).isZero();
            holder.expect("tryLock book", "true");
        }
        System.out.println(thread + ": interrupted in " + interrupted + " of 100 races with the unlock");
    }

    @Test
    @DisplayName("C21: an interrupt does not end lock() or acquire(), and is not lost")
    void itDoesNotEndLock() {
        Turns waiting = new Turns("book");
        waiting.add(peer, "a", peer.begin("a", "lock book"));
        awaitSleepers(1);
        waiting.add(peer, "b", peer.begin("b", "acquire book"));
        awaitSleepers(2);
        peer.control("interrupt a");
        peer.control("interrupt b");
        awaitSleepers(2);
        assertThat(waiting.areAllPending()).isTrue();
        holder.expect("unlock book", "ok");
        waiting.serveAll();
        assertThat(peer.tell("a", "interrupted book")).isEqualTo("true");
        assertThat(peer.tell("b", "interrupted book")).isEqualTo("true");
    }

    @Test
    @DisplayName("C21: who is interrupted already does not even try, though the lock is free")
    void anEarlierInterruptCounts() {
        holder.expect("unlock book", "ok");
        for (String command : new String[] {"lockInterruptibly book", "tryLock book 100", "acquire book 100"}) {
            peer.expect("interrupted book", "false");
            peer.control("interrupt t");
            peer.expect(command, "InterruptedException");
            peer.expect("holdCount book", "0");
        }
        peer.control("interrupt t");
        peer.expect("tryLock book", "true");
        peer.expect("interrupted book", "true");
    }
}
