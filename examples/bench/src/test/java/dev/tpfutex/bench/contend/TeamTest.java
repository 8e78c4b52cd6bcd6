package dev.tpfutex.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.Outcome;
import dev.tpfutex.bench.result.Workload;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real JVMs, for instants: {@link Team#run} itself asserts that each lock excludes and is free at the end. */
@Timeout(120)
class TeamTest {

    /** In less a cold JVM on a busy machine may not get to do anything. */
    private static final double SECONDS = 0.3;

    @Test
    void everyMutexExcludesBetweenProcesses() throws Exception {
        Set<LockType> types = LockType.mutexes(2);
        Workload workload = Workload.mutex(2, 2, 5, 5);
        try (Team team = new Team(workload, types)) {
            for (LockType type : types) {
                Outcome outcome = team.run(type, workload, SECONDS);
                assertThat(outcome.operations()).as(type.name()).hasSize(4);
                assertThat(outcome.total()).as(type.name()).isPositive();
                assertThat(outcome.totalReads()).as(type.name()).isZero();
                assertThat(outcome.seconds()).as(type.name()).isGreaterThanOrEqualTo(SECONDS);
                assertThat(outcome.counts().keySet()).as(type.name()).containsAll(type.counts())
                        .contains(Count.TIMEOUTS);
                assertThat(outcome.waits().max()).as(type.name()).isGreaterThanOrEqualTo(outcome.waits().p50());
            }
        }
    }

    @Test
    void everyRwLockExcludesBetweenProcesses() throws Exception {
        Set<LockType> types = LockType.rwLocks(2);
        Workload workload = Workload.rwLock(2, 2, 5, 5, 75);
        try (Team team = new Team(workload, types)) {
            for (LockType type : types) {
                Outcome outcome = team.run(type, workload, SECONDS);
                assertThat((double) outcome.totalReads() / outcome.total()).as(type.name()).isCloseTo(0.75,
                        within(0.2));
                assertThat(LongStream.of(outcome.reads()).filter(reads -> reads > 0).count()).as(type.name())
                        .isPositive();
                assertThat(outcome.batches()).as(type.name()).isPositive();
            }
        }
    }
}
