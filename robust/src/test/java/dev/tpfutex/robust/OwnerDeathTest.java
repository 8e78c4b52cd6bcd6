package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What happens to the others when a process is killed while it owns a mutex. */
@Watched
class OwnerDeathTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private void dieHolding(String lock) {
        PeerJvm victim = space.peer();
        victim.expect("acquire " + lock, "held");
        victim.kill();
    }

    @Test
    @DisplayName("C01: the next locker owns the mutex of a killed process and is told, once")
    void theNextOwnerIsToldOnce() {
        PeerJvm survivor = space.peer();
        dieHolding("book");
        assertThat(survivor.tell("acquire book")).startsWith("held").contains("ownerDied");
        survivor.expect("repair book", "ok");
        survivor.expect("repair book", "IllegalStateException");
        survivor.expect("release book", "ok");
        assertThat(survivor.tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }

    @Test
    @DisplayName("C01: one who waits already gets the mutex of a killed owner within milliseconds")
    void aWaiterGetsTheLockAtOnce() {
        PeerJvm victim = space.peer();
        PeerJvm survivor = space.peer();
        victim.expect("lock book", "ok");
        Answer acquired = survivor.begin("t", "acquire book");
        Await.until("the survivor sleeps", () -> space.probe().sleepers("book") == 1);
        long killed = System.nanoTime();
        victim.kill();
        assertThat(acquired.text()).startsWith("held").contains("ownerDied");
        System.out.println("death to next owner: " + acquired.after(killed).toMillis() + " ms");
        assertThat(acquired.after(killed)).hasSeconds(0);
    }

    @Test
    @DisplayName("The next owner does not wait until the memory of a killed one has been taken down")
    void theThreadsEndIsEnough() {
        boolean before = false;
        for (int attempt = 0; attempt < 5 && !before; attempt++) {
            before = isOwnerBeforeTheKilledIsGone("book" + attempt);
        }
        assertThat(before).isTrue();
    }

    private boolean isOwnerBeforeTheKilledIsGone(String lock) {
        PeerJvm victim = space.peer("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");
        PeerJvm survivor = space.peer();
        victim.expect("lock " + lock, "ok");
        Answer acquired = survivor.begin("t", "acquire " + lock);
        Await.until("the survivor sleeps", () -> space.probe().sleepers(lock) == 1);
        long start = System.nanoTime();
        victim.kill();
        Duration gone = Duration.ofNanos(System.nanoTime() - start);
        assertThat(acquired.text()).startsWith("held").contains("ownerDied");
        System.out.println("next owner after " + acquired.after(start) + ", process gone after " + gone);
        return acquired.after(start).compareTo(gone) < 0;
    }

    @Test
    @DisplayName("Without markConsistent the mutex is not recoverable, for the queued ones too, until reset")
    void anUnrepairedLockIsNotRecoverableUntilReset() {
        PeerJvm survivor = space.peer();
        PeerJvm other = space.peer();
        dieHolding("book");
        assertThat(survivor.tell("acquire book")).contains("ownerDied");
        List<Answer> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            waiting.add(other.begin("w" + i, i % 2 == 0 ? "lock book" : "acquire book"));
            waiting.add(survivor.begin("w" + i, "acquire book 15000"));
        }
        Await.until("all sleep", () -> space.probe().sleepers("book") == 8);
        survivor.expect("release book", "ok");
        waiting.forEach(answer -> answer.is("NotRecoverableException"));
        other.expect("tryLock book", "NotRecoverableException");
        other.expect("tryAcquire book", "NotRecoverableException");
        other.expect("consistency book", "NOT_RECOVERABLE");
        other.expect("isLocked book", "false");
        other.expect("reset book", "ok");
        assertThat(survivor.tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }

    @Test
    @DisplayName("One who was told and dies before it has repaired: again exactly one is told")
    void theMarkOutlivesTheOneWhoWasTold() {
        PeerJvm survivor = space.peer();
        dieHolding("book");
        PeerJvm told = space.peer();
        assertThat(told.tell("acquire book")).contains("ownerDied");
        told.kill();
        assertThat(survivor.tell("acquire book")).contains("ownerDied");
    }

    @Test
    @DisplayName("C05: looking never takes the lock and never consumes the mark")
    void lookingConsumesNothing() {
        PeerJvm survivor = space.peer();
        dieHolding("book");
        Await.until("the dead owner is cleaned up", () -> survivor.tell("isLocked book").equals("false"));
        for (int i = 0; i < 10; i++) {
            survivor.expect("consistency book", "OWNER_DIED");
            survivor.expect("holder book", "nobody");
            survivor.expect("holdCount book", "0");
        }
        assertThat(space.probe().owner("book")).isZero();
        assertThat(survivor.tell("tryAcquire book")).startsWith("held").contains("ownerDied");
    }

    @Test
    @DisplayName("C06: acquired, acquired after a death, not recoverable: three results, by guard and by Lock")
    void threeDistinctResults() {
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        peer.expect("unlock book", "ok");
        dieHolding("book");
        peer.expect("lock book", "OwnerDiedException");
        peer.expect("holdCount book", "0");
        peer.expect("tryLock book", "OwnerDiedException");
        peer.expect("tryLock book 100", "OwnerDiedException");
        peer.expect("lockInterruptibly book", "OwnerDiedException");
        peer.expect("consistency book", "OWNER_DIED");
        assertThat(peer.tell("acquire book 100")).startsWith("held").contains("ownerDied");
        peer.expect("release book", "ok");
        for (String verb : List.of("lock", "tryLock", "lockInterruptibly", "acquire", "tryAcquire")) {
            peer.expect(verb + " book", "NotRecoverableException");
        }
        peer.expect("tryLock book 100", "NotRecoverableException");
        peer.expect("acquire book 100", "NotRecoverableException");
    }

    @Test
    @DisplayName("A recovery handler that repairs: lock() goes on, and the mark is gone")
    void aHandlerRepairs() {
        PeerJvm peer = space.peer();
        peer.control("handler book repairs");
        dieHolding("book");
        peer.expect("lock book", "ok");
        peer.expect("holdCount book", "1");
        peer.expect("consistency book", "CONSISTENT");
        peer.expect("unlock book", "ok");
        assertThat(space.peer().tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }

    @Test
    @DisplayName("A recovery handler that throws: lock() says why, and the mark stays for whoever can repair")
    void aHandlerFails() {
        PeerJvm peer = space.peer();
        peer.control("handler book fails");
        dieHolding("book");
        assertThat(peer.tell("lock book")).startsWith("OwnerDiedException").contains("beyond repair");
        peer.expect("holdCount book", "0");
        peer.expect("isLocked book", "false");
        peer.control("handler book repairs");
        peer.expect("lock book", "ok");
        peer.expect("unlock book", "ok");
        peer.expect("consistency book", "CONSISTENT");
    }

    @Test
    @DisplayName("A lock() that throws wakes the next waiter, so that one of many with a handler repairs")
    void aRefusingCallerPassesTheLockOn() {
        PeerJvm victim = space.peer();
        PeerJvm refusing = space.peer();
        PeerJvm repairing = space.peer();
        repairing.control("handler book repairs");
        victim.expect("lock book", "ok");
        List<Answer> refused = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            refused.add(refusing.begin("w" + i, "lock book"));
        }
        Await.until("three sleep", () -> space.probe().sleepers("book") == 3);
        Answer repaired = repairing.begin("t", "lock book");
        Await.until("four sleep", () -> space.probe().sleepers("book") == 4);
        victim.kill();
        repaired.is("ok");
        // Waiters that come before the repairer are refused, those after it get a lock in order.
        repairing.expect("unlock book", "ok");
        assertThat(refused).allSatisfy(answer -> assertThat(answer.text()).matches("ok|OwnerDiedException.*"));
    }

    @Test
    @DisplayName("A process that dies with many locks, more than its robust list has room for, leaves all of them")
    void everyLockOfTheDeadIsRecovered() {
        PeerJvm victim = space.peer();
        PeerJvm survivor = space.peer();
        for (int i = 0; i < 40; i++) {
            victim.expect("lock book" + i, "ok");
        }
        victim.expect("unlock book3", "ok");
        victim.expect("unlock book30", "ok");
        victim.kill();
        for (int i = 0; i < 40; i++) {
            String acquired = survivor.tell("acquire book" + i + " 15000");
            assertThat(acquired).as("book%d", i).startsWith("held");
            assertThat(acquired.contains("ownerDied")).as("book%d", i).isEqualTo(i != 3 && i != 30);
        }
    }
}
