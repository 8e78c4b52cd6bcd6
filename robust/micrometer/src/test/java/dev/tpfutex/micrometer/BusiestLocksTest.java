package dev.tpfutex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.micrometer.BusiestLocks.Candidate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who is among the busiest, and for how long. */
class BusiestLocksTest {

    private static final long MINUTE = BusiestLocks.STAY_NANOS;

    private final BusiestLocks busiest = new BusiestLocks(2);
    private final Candidate a = new Candidate();
    private final Candidate b = new Candidate();
    private final Candidate c = new Candidate();
    private final List<Candidate> all = List.of(a, b, c);

    private void round(long now, long ofA, long ofB, long ofC) {
        a.score(ofA, now);
        b.score(ofB, now);
        c.score(ofC, now);
        busiest.choose(all, now);
    }

    private List<Candidate> members() {
        return Stream.of(a, b, c).filter(Candidate::isMember).toList();
    }

    @Test
    void theBusiestAreIn() {
        round(0, 1, 30, 20);
        assertThat(members()).containsExactly(b, c);
    }

    @Test
    void placesThatAreFreeAreGivenToIdleOnes() {
        busiest.choose(List.of(a), 0);
        assertThat(members()).containsExactly(a);
    }

    @Test
    void whoIsInStaysForAMinute() {
        round(0, 10, 10, 0);
        round(MINUTE - 1, 0, 0, 1_000_000);
        assertThat(members()).containsExactly(a, b);
        round(MINUTE, 0, 1, 0);
        assertThat(members()).containsExactly(b, c);
    }

    @Test
    void aLittleMoreIsNotEnough() {
        round(0, 10, 12, 0);
        round(2 * MINUTE, 0, 0, 14);
        assertThat(members()).containsExactly(a, b);
        round(2 * MINUTE, 0, 0, 10);
        assertThat(members()).containsExactly(b, c);
    }

    @Test
    void whatWasLongAgoCountsLess() {
        round(0, 1_000_000, 1_000_000, 0);
        round(100 * MINUTE, 0, 5, 1);
        round(101 * MINUTE, 0, 5, 10);
        assertThat(members()).containsExactly(b, c);
    }

    @Test
    void noneAtAll() {
        BusiestLocks nobody = new BusiestLocks(0);
        nobody.choose(all, 0);
        nobody.choose(all, 2 * MINUTE);
        assertThat(members()).isEmpty();
    }
}
