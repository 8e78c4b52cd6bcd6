package dev.tpfutex.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.examples.demo.RecoveryLog.Recovery;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which kill a recovery belongs to, and how long it took. */
class KillLogTest {

    private static final Mark NEXT = new Mark(4799, 99, 0);

    @TempDir
    private Path folder;
    private RecoveryLog recoveries;
    private KillLog log;

    @BeforeEach
    void create() throws Exception {
        recoveries = Ledger.create(folder.resolve("ledger")).recoveries();
        log = new KillLog(recoveries);
    }

    @Test
    void measuresFromTheKillOfTheDeadOwner() {
        log.add(kill(1, 1000, 99));
        log.add(kill(2, 5000, 99));
        recoveries.append(new Recovery(new Mark(4701, 1, 0), NEXT, 500, 6000));
        log.match();

        assertThat(log.told()).isEqualTo(1);
        assertThat(log.latency(1)).hasValue(5000);
    }

    @Test
    void takesTheLastKillWhenTheDeadOwnerHasLeftNoMark() {
        log.add(kill(1, 1000, 99));
        log.add(kill(2, 5000, 99));
        recoveries.append(new Recovery(null, NEXT, 500, 6000));
        log.match();

        assertThat(log.latency(1)).hasValue(1000);
    }

    @Test
    void leavesOutTheTimeWhenNobodyWasThereToBeTold() {
        log.add(kill(1, 1000, 2));
        log.add(kill(2, 2000));
        recoveries.append(new Recovery(new Mark(4701, 1, 0), NEXT, 8000, 9000));
        log.match();

        assertThat(log.latency(1)).hasValue(1000);
    }

    @Test
    void refusesToBeToldTwiceOfOneDeath() {
        log.add(kill(1, 1000, 99));
        log.add(kill(2, 2000, 99));
        recoveries.append(new Recovery(new Mark(4701, 1, 0), NEXT, 500, 3000));
        recoveries.append(new Recovery(new Mark(4701, 1, 0), NEXT, 500, 4000));

        assertThatThrownBy(log::match).isInstanceOf(DemoFailure.class).hasMessageContaining("violation");
    }

    @Test
    void refusesADeathThatDidNotHappenYet() {
        log.add(kill(1, 5000, 99));
        recoveries.append(new Recovery(null, NEXT, 500, 3000));

        assertThatThrownBy(log::match).isInstanceOf(DemoFailure.class).hasMessageContaining("violation");
    }

    @Test
    void refusesTheDeathOfAReader() {
        log.add(new Kill(1, 4701, 1000, 10, false, false, 1, 0, List.of(99)));
        recoveries.append(new Recovery(null, NEXT, 500, 3000));

        assertThatThrownBy(log::match).isInstanceOf(DemoFailure.class).hasMessageContaining("hit a reader");
    }

    private static Kill kill(int worker, long nanoTime, Integer... witnesses) {
        return new Kill(worker, 4700 + worker, nanoTime, 10, true, false, 0, 0, List.of(witnesses));
    }
}
