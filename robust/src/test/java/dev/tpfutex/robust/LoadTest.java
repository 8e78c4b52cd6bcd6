package dev.tpfutex.robust;

import dev.tpfutex.robust.peer.Crowd;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random processes are killed and stopped at random moments while all work under one mutex. */
@Watched
class LoadTest {

    private static final int PROCESSES = 3;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @Test
    @DisplayName("C01, C22: kills at random moments under load: no second owner, no torn ledger, and all go on")
    void kills() throws IOException {
        Crowd crowd = new Crowd(space, PROCESSES, "count", List.of("a", "b", "virtual"));
        for (int kill = 0; kill < 10; kill++) {
            crowd.awaitProgress(crowd.random().nextInt(5000));
            crowd.killOne();
        }
        crowd.finish();
    }

    @Test
    @DisplayName("C09, C21, C22, hazards 6 and 8: cancelled waits under load, with stops and kills in between")
    void everythingAtOnce() throws IOException {
        Crowd crowd = new Crowd(space, PROCESSES, "mix", List.of("a", "b", "virtual-a", "virtual-b"));
        for (int round = 0; round < 12; round++) {
            crowd.awaitProgress(crowd.random().nextInt(500));
            if (crowd.random().nextInt(3) == 0) {
                crowd.killOne();
            } else {
                crowd.stopOne();
            }
        }
        crowd.awaitProgress(500);
        crowd.finish();
    }
}
