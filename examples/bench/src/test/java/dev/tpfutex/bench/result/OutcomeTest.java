package dev.tpfutex.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OutcomeTest {

    private static final double EXACT = 1e-9;

    @Test
    void tellsWhatEachThreadGot() {
        Outcome outcome = Samples.outcome(100, 200, 300);
        assertThat(outcome.total()).isEqualTo(600);
        assertThat(outcome.rate()).isEqualTo(300, within(EXACT));
        assertThat(outcome.average()).isEqualTo(100, within(EXACT));
        assertThat(outcome.least()).isEqualTo(50, within(EXACT));
        assertThat(outcome.most()).isEqualTo(150, within(EXACT));
        assertThat(outcome.fairness()).isEqualTo(1 / 3.0, within(EXACT));
        // Standard deviation 100, of the mean 100 / sqrt(3), relative to 200.
        assertThat(outcome.deviation()).isEqualTo(0.5 / Math.sqrt(3), within(EXACT));
    }

    @Test
    void isDefinedWithoutOperations() {
        assertThat(Samples.outcome(0, 0).fairness()).isZero();
        assertThat(Samples.outcome(0, 0).deviation()).isZero();
        assertThat(Samples.outcome(5).deviation()).isZero();
    }

    @Test
    void waitsAreInMicroseconds() {
        Waits waits = Samples.outcome(1).waits();
        assertThat(waits.p50()).isEqualTo(0.05, within(0.001));
        assertThat(waits.p99()).isEqualTo(0.05, within(0.001));
        assertThat(waits.max()).isEqualTo(12_000, within(100.0));
    }

    @Test
    void thoseWhoAskAtRandomMeetLongWaits() {
        Waits waits = Samples.outcome(1).waits();
        // One wait of 12 ms among a million operations that take 100 ns: a tenth of the time.
        assertThat(waits.p999()).isLessThan(1);
        assertThat(waits.askedAtRandom()[2]).isGreaterThan(10_000);
    }
}
