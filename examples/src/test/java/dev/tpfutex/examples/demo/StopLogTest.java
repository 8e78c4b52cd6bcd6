package dev.tpfutex.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which part of a wait a stop explains. */
class StopLogTest {

    private static final SlowWait WAIT = new SlowWait(1, 0, 1000, 3000);

    private final StopLog log = new StopLog();

    @Test
    void theStopOfTheOwnerExplainsWhatItCovers() {
        log.end(new Stop(2, 500, 1400, true));
        log.end(new Stop(2, 2900, 9000, true));
        assertThat(log.unexplained(WAIT)).isEqualTo(1500);
    }

    @Test
    void theStopOfTheWaiterExplainsToo() {
        log.end(new Stop(1, 1000, 3000, false));
        assertThat(log.unexplained(WAIT)).isZero();
    }

    @Test
    void theStopOfSomebodyElseExplainsNothing() {
        log.end(new Stop(2, 1000, 3000, false));
        assertThat(log.unexplained(WAIT)).isEqualTo(2000);
    }

    @Test
    void overlappingTimesCountOnce() {
        log.end(new Stop(2, 1000, 2000, true));
        log.stall(1500, 2500);
        assertThat(log.unexplained(WAIT)).isEqualTo(500);
    }

    @Test
    void anUnfinishedStopIsWaitedFor() {
        log.begin(2000);
        assertThat(log.isComplete(WAIT.ended())).isFalse();
        log.end(new Stop(2, 2000, 2500, true));
        assertThat(log.isComplete(WAIT.ended())).isTrue();
    }
}
