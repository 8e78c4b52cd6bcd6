package dev.tpfutex.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.Tally;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GuestReportTest {

    @Test
    void arrivesAsItWas() {
        Tally tally = new Tally();
        tally.add(Count.SLEEPS, 7);
        Histogram waits = new Histogram(Team.LONGEST_NANOS, 2);
        waits.recordValueWithCount(40, 1_000);
        waits.recordValue(70_000_000);
        GuestReport sent = new GuestReport(1, 2, 3, 4, new long[] {5, 6}, new long[] {1, 0}, tally, waits);
        GuestReport received = GuestReport.decode(sent.encode());
        assertThat(received.cpuNanos()).isEqualTo(1);
        assertThat(received.sections()).isEqualTo(2);
        assertThat(received.violations()).isEqualTo(3);
        assertThat(received.batches()).isEqualTo(4);
        assertThat(received.operations()).containsExactly(5, 6);
        assertThat(received.reads()).containsExactly(1, 0);
        assertThat(received.tally().of(Count.SLEEPS)).isEqualTo(7);
        assertThat(received.tally().of(Count.STEALS)).isZero();
        assertThat(received.waits()).isEqualTo(waits);
    }
}
