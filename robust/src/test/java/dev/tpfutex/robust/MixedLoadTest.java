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
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All at once: every way to lock, time-outs, interrupts, stops and kills, platform and virtual threads. */
@Watched
class MixedLoadTest {

    private static final int PROCESSES = 3;
    private static final int ROUNDS = 12;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private record Worker(PeerJvm jvm, List<Answer> counting) {

        void isFine() {
            counting.stream().filter(answer -> !answer.isPending()).forEach(answer -> answer.is("still counting"));
        }
    }

    private Worker start() {
        PeerJvm jvm = space.peer();
        List<Answer> counting = new ArrayList<>();
        for (String thread : List.of("a", "b", "virtual-a", "virtual-b")) {
            counting.add(jvm.begin(thread, "mix book " + space.sibling("ledger")));
        }
        return new Worker(jvm, counting);
    }

    private static void awaitProgress(Ledger ledger, int visits) {
        long until = ledger.count() + visits;
        Await.until("they go on", () -> ledger.count() > until);
    }

    @Test
    @DisplayName("C09, C21, C22, hazards 6 and 8: cancelled waits under load, with stops and kills in between")
    void theLedgerSurvives() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Ledger ledger = Ledger.open(space.sibling("ledger"));
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            workers.add(start());
        }
        for (int round = 0; round < ROUNDS; round++) {
            int victim = random.nextInt(PROCESSES);
            awaitProgress(ledger, random.nextInt(500));
            if (random.nextInt(3) == 0) {
                workers.get(victim).jvm().kill();
                workers.set(victim, start());
            } else {
                workers.get(victim).jvm().stop();
                workers.get(victim).jvm().cont();
            }
            workers.forEach(Worker::isFine);
        }
        awaitProgress(ledger, 500);
        ledger.stop();
        workers.forEach(worker -> worker.counting().forEach(answer -> answer.is("counted")));
        assertThat(space.probe().word("book")).isZero();
        assertThat(space.probe().queued("book")).isZero();
    }
}
