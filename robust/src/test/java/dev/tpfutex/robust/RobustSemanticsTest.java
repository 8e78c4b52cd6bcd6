package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.Ledger;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** POSIX robust mutexes as they are meant: each way to lock after a death, chains of deaths, many mutexes at once. */
@Watched
class RobustSemanticsTest {

    private static final int MUTEXES = 8;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @ParameterizedTest
    @ValueSource(strings = {"acquire", "tryAcquire", "acquire 15000"})
    @DisplayName("Each way to a guard tells of the death, and with markConsistent nobody is told after that")
    void eachGuardIsTold(String way) {
        String[] words = way.split(" ");
        String command = words[0] + " book" + (words.length > 1 ? " " + words[1] : "");
        PeerJvm survivor = survivorOfADeath();
        assertThat(survivor.tell(command)).startsWith("held").contains("ownerDied");
        survivor.expect("repair book", "ok");
        survivor.expect("release book", "ok");
        PeerJvm other = space.peer();
        assertThat(other.tell(command)).startsWith("held").doesNotContain("ownerDied");
        other.expect("release book", "ok");
        other.expect("lock book", "ok");
    }

    @ParameterizedTest
    @CsvSource({"lock book,ok", "lockInterruptibly book,ok", "tryLock book,true", "tryLock book 15000,true"})
    @DisplayName("Each plain way to lock has the handler repair, once")
    void eachPlainWayRepairs(String command, String success) {
        PeerJvm survivor = survivorOfADeath();
        survivor.control("handler book repairs");
        survivor.expect(command, success);
        survivor.expect("unlock book", "ok");
        survivor.expect("consistency book", "CONSISTENT");
        PeerJvm other = space.peer();
        other.expect(command, success);
        other.expect("unlock book", "ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"acquire", "acquire 15000"})
    @DisplayName("Not recoverable: those who come later are refused at once, and those who wait already too")
    void notRecoverableForAll(String way) {
        PeerJvm victim = space.peer();
        List<PeerJvm> peers = space.peers(2);
        victim.expect("lock book", "ok");
        List<Answer> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (PeerJvm peer : peers) {
                waiting.add(peer.begin("w" + i, way.replace("acquire", "acquire book")));
            }
        }
        Await.until("six sleep", () -> space.probe().sleepers("book") == 6);
        victim.kill();
        Await.until("one is told", () -> waiting.stream().anyMatch(answer -> !answer.isPending()));
        // No others are through before this one has released.
        int told =
                IntStream.range(0, waiting.size()).filter(i -> !waiting.get(i).isPending()).findFirst().orElseThrow();
        assertThat(waiting.get(told).text()).startsWith("held").contains("ownerDied");
        peers.get(told % 2).begin("w" + told / 2, "release book").is("ok");
        assertThat(waiting.stream().map(Answer::text).filter(text -> text.startsWith("NotRecoverableException")))
                .hasSize(5);
        peers.getFirst().expect("tryAcquire book", "NotRecoverableException");
    }

    @Test
    @DisplayName("P14: a chain of recoverers that die: each is told, exactly one at a time, until one repairs")
    void aChainOfDyingRecoverers() {
        PeerJvm first = space.peer();
        first.expect("acquire book", "held");
        Map<PeerJvm, Answer> waiting = new HashMap<>();
        for (PeerJvm peer : space.peers(5)) {
            waiting.put(peer, peer.begin("t", "acquire book"));
        }
        Await.until("five sleep", () -> space.probe().sleepers("book") == 5);
        first.kill();
        for (int left = 5; left > 1; left--) {
            PeerJvm told = owner(waiting);
            assertThat(waiting.remove(told).text()).startsWith("held").contains("ownerDied");
            assertThat(waiting.values()).allMatch(Answer::isPending);
            told.kill();
        }
        PeerJvm last = owner(waiting);
        assertThat(waiting.get(last).text()).contains("ownerDied");
        last.expect("repair book", "ok");
        last.expect("release book", "ok");
        assertThat(space.peer().tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }

    private static PeerJvm owner(Map<PeerJvm, Answer> waiting) {
        Await.until("one owns it", () -> waiting.values().stream().anyMatch(answer -> !answer.isPending()));
        return waiting.keySet().stream().filter(peer -> !waiting.get(peer).isPending()).findAny().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 40})
    @DisplayName("A holder of many locks dies while somebody waits for each: all of them get theirs, and are told")
    void aHolderOfManyDiesWithWaiters(int locks) {
        PeerJvm victim = space.peer();
        List<PeerJvm> peers = space.peers(2);
        List<Answer> waiting = new ArrayList<>();
        for (int i = 0; i < locks; i++) {
            victim.expect("lock book" + i, "ok");
        }
        for (int i = 0; i < locks; i++) {
            waiting.add(peers.get(i % 2).begin("w" + i, "acquire book" + i));
        }
        for (int i = 0; i < locks; i++) {
            String lock = "book" + i;
            Await.until("one sleeps for " + lock, () -> space.probe().sleepers(lock) == 1);
        }
        long start = System.nanoTime();
        victim.kill();
        waiting.forEach(answer -> assertThat(answer.text()).startsWith("held").contains("ownerDied"));
        System.out.println("last of " + locks + " served after "
                + waiting.stream().mapToLong(answer -> answer.after(start).toMillis()).max().orElseThrow() + " ms");
    }

    @Test
    @DisplayName("P1, P13: several threads that hold several mutexes at a time are killed in rounds: no ledger is torn")
    void manyMutexesKilledInRounds() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<Ledger> ledgers = new ArrayList<>();
        for (int i = 0; i < MUTEXES; i++) {
            ledgers.add(Ledger.open(space.sibling("ledger" + i)));
        }
        List<PeerJvm> peers = new ArrayList<>(space.peers(3));
        Map<PeerJvm, List<Answer>> juggling = new HashMap<>();
        peers.forEach(peer -> juggling.put(peer, juggle(peer)));
        for (int round = 0; round < 6; round++) {
            long visits = visits(ledgers) + random.nextInt(2000);
            Await.until("they go on", () -> visits(ledgers) > visits);
            PeerJvm victim = peers.remove(random.nextInt(peers.size()));
            assertThat(juggling.remove(victim)).allMatch(Answer::isPending);
            victim.kill();
            PeerJvm next = space.peer();
            peers.add(next);
            juggling.put(next, juggle(next));
        }
        for (Ledger ledger : ledgers) {
            long count = ledger.count();
            Await.until("each mutex is had again", () -> ledger.count() > count);
        }
        ledgers.getFirst().stop();
        juggling.values().forEach(answers -> answers.forEach(answer -> answer.is("juggled")));
        for (int i = 0; i < MUTEXES; i++) {
            assertThat(space.probe().word("book" + i)).isZero();
        }
    }

    private List<Answer> juggle(PeerJvm peer) {
        List<Answer> answers = new ArrayList<>();
        for (String thread : List.of("a", "b", "virtual")) {
            answers.add(peer.begin(thread, "juggle book " + space.sibling("ledger") + " " + MUTEXES));
        }
        return answers;
    }

    private static long visits(List<Ledger> ledgers) {
        return ledgers.stream().mapToLong(Ledger::count).sum();
    }

    private PeerJvm survivorOfADeath() {
        PeerJvm victim = space.peer();
        PeerJvm survivor = space.peer();
        victim.expect("acquire book", "held");
        victim.kill();
        Await.until("it is cleaned up after", () -> survivor.tell("isLocked book").equals("false"));
        return survivor;
    }
}
