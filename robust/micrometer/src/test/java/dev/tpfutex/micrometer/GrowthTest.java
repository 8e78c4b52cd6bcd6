package dev.tpfutex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.LockStatistics;
import org.junit.jupiter.api.Test;

/** Counts that only grow, from counters that begin anew and are not read at one instant. */
class GrowthTest {

    private static final long WRAP = 1L << 32;

    private final long[] sums = new long[LockCounter.values().length];

    private static LockStatistics statistics(long acquisitions, long steals) {
        return new LockStatistics(acquisitions, steals, 0, 0, 0, 0, 0);
    }

    private long sum(LockCounter counter) {
        return sums[counter.ordinal()];
    }

    @Test
    void countersThatBeginAnewGoOn() {
        Growth growth = new Growth(false);
        growth.addTo(sums, statistics(WRAP - 2, WRAP - 2));
        assertThat(growth.addTo(sums, statistics(WRAP + 3, 3))).isEqualTo(5);
        assertThat(sum(LockCounter.STOLEN)).isEqualTo(WRAP + 3);
        assertThat(sum(LockCounter.OWNERS)).isEqualTo(WRAP + 3);
        assertThat(sum(LockCounter.FAST)).isZero();
    }

    @Test
    void fastOnesNeverBecomeLess() {
        Growth growth = new Growth(false);
        growth.addTo(sums, statistics(10, 0));
        assertThat(sum(LockCounter.FAST)).isEqualTo(10);
        // Read between the two: the steal is counted, the owner not yet.
        growth.addTo(sums, statistics(10, 1));
        assertThat(sum(LockCounter.FAST)).isEqualTo(10);
        growth.addTo(sums, statistics(13, 1));
        assertThat(sum(LockCounter.FAST)).isEqualTo(12);
        assertThat(sum(LockCounter.OWNERS)).isEqualTo(13);
        assertThat(sum(LockCounter.STOLEN)).isEqualTo(1);
    }

    @Test
    void ofAReaderWriterLockNobodyKnowsTheFastOnes() {
        Growth growth = new Growth(true);
        growth.addTo(sums, statistics(10, 100));
        growth.addTo(sums, statistics(1000, 100));
        assertThat(sum(LockCounter.FAST)).isZero();
        assertThat(sum(LockCounter.OWNERS)).isEqualTo(1000);
    }
}
