package dev.tpfutex.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.examples.demo.RecoveryLog.Recovery;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The last lines of a run. */
class VerdictTest {

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

    private Verdict verdict(String... options) throws UsageException {
        return new Verdict(DemoOptions.parse(List.of(options), DemoOptions.forDemo()), new Tally(),
                new LockStatistics(0, 0, 0, 0, 0, 0, 0), log);
    }

    @Test
    void withoutADeathThereIsNoLatency() throws Exception {
        assertThat(verdict().details()).contains("nobody was killed");
        assertThat(verdict().lastLine(Duration.ofSeconds(1), "")).contains(
                " kills=0 ownerDeaths=0 recoveryP50=- recoveryMax=- maxWait=0.00ms ");
        log.add(kill(1, 0));
        assertThat(verdict().lastLine(Duration.ofSeconds(1), "")).contains(
                " kills=1 ownerDeaths=0 recoveryP50=- recoveryMax=- ");
    }

    @Test
    void eachKillIsInOneOfTheGroups() throws Exception {
        log.add(kill(1, 0));
        log.add(kill(2, 0));
        log.add(kill(3, 2));
        log.add(kill(4, 0));
        recoveries.append(new Recovery(new Mark(4702, 2, 0), NEXT, 500, 2_000_000));
        log.match();

        assertThat(verdict("--rw", "50").details()).contains(
                "4 kills: 1 of a JVM that owned the lock", ", 1 of one that read (",
                ", 2 of one that had nothing of it; 4 of them were waiting").doesNotContain("threads ended");
        assertThat(verdict("--rw", "50").lastLine(Duration.ofSeconds(1), ""))
                .contains(" kills=4 ownerDeaths=1 recoveryP50=2.00ms ", " readersKilled=1");
    }

    @Test
    void ownersThatEndedAsThreadsAreNoKills() throws Exception {
        log.add(kill(1, 0));
        recoveries.append(new Recovery(new Mark(4702, 2, 0), NEXT, 500, 2_000_000, 1_000_000));
        log.match();

        assertThat(verdict().details()).contains("1 kills: 0 of a JVM that owned the lock",
                "; and 1 threads ended as owners while their JVM went on");
    }

    private static Kill kill(int worker, int reading) {
        return new Kill(worker, 4700 + worker, 0, 10, reading == 0, false, reading, 1, List.of(99));
    }
}
