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

/** Random processes are killed at random moments while all count under one mutex. */
@Watched
class KillsUnderLoadTest {

    private static final int PROCESSES = 3;
    private static final int KILLS = 10;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private record Worker(PeerJvm jvm, List<Answer> counting) {

        boolean isFine() {
            return counting.stream().allMatch(Answer::isPending);
        }
    }

    private Worker start() {
        PeerJvm jvm = space.peer();
        List<Answer> counting = new ArrayList<>();
        for (String thread : List.of("a", "b", "virtual")) {
            counting.add(jvm.begin(thread, "count book " + space.sibling("ledger") + " 0"));
        }
        return new Worker(jvm, counting);
    }

    @Test
    @DisplayName("C01, C22: kills at random moments under load: no second owner, no torn ledger, and all go on")
    void theLedgerSurvives() throws IOException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Ledger ledger = Ledger.open(space.sibling("ledger"));
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            workers.add(start());
        }
        for (int kill = 0; kill < KILLS; kill++) {
            int victim = random.nextInt(PROCESSES);
            long until = ledger.count() + random.nextInt(5000);
            Await.until("they count", () -> ledger.count() > until);
            assertThat(workers).allMatch(Worker::isFine);
            workers.get(victim).jvm().kill();
            workers.set(victim, start());
        }
        ledger.stop();
        workers.forEach(worker -> worker.counting().forEach(answer -> answer.is("counted")));
        assertThat(space.probe().word("book")).isZero();
    }
}
