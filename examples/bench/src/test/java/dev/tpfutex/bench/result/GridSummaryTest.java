package dev.tpfutex.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tpfutex.bench.lock.LockType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GridSummaryTest {

    private static final double EXACT = 1e-9;

    private final GridSummary summary = new GridSummary(Samples.grid());

    @Test
    void comparesWithTheBestRivalOfEachCell() {
        GridSummary.Comparison best = summary.overBestRival().orElseThrow();
        assertThat(best.mean()).isEqualTo(1, within(EXACT));
        assertThat(best.worst()).isEqualTo(0.5, within(EXACT));
        assertThat(best.worstCell().workload().name()).isEqualTo("2x4 load 1 delay 1");
        assertThat(best.ahead()).isEqualTo(1);
        assertThat(best.cells()).isEqualTo(2);
    }

    @Test
    void comparesWithOneRival() {
        assertThat(summary.over(LockType.WW).orElseThrow().mean()).isEqualTo(2, within(EXACT));
        assertThat(summary.over(LockType.GCR).orElseThrow().mean()).isEqualTo(Math.sqrt(2), within(EXACT));
        assertThat(summary.over(LockType.PI)).isEmpty();
    }

    @Test
    void theCeilingIsNoRival() {
        CellResult cell = Samples.cell(Workload.mutex(1, 2, 1, 1),
                Map.of(LockType.TP, 10L, LockType.JUC, 100L, LockType.GC, 5L));
        assertThat(cell.bestRival()).contains(LockType.GC);
    }

    @Test
    void findsTheLeastFairCell() {
        CellResult fair = Samples.cell(Workload.mutex(2, 2, 1, 1), Map.of(LockType.TP, 10L));
        CellResult unfair = new CellResult(Workload.mutex(4, 4, 1, 1),
                Map.of(LockType.TP, List.of(Samples.outcome(1, 2))));
        CellResult crowded = new CellResult(Workload.mutex(8, 8, 1, 1),
                Map.of(LockType.TP, List.of(Samples.outcome(1, 20))));
        assertThat(new GridSummary(List.of(fair, unfair, crowded)).leastFair(16)).contains(unfair);
    }

    @Test
    void theRunInTheMiddleCounts() {
        CellResult cell = new CellResult(Workload.mutex(2, 1, 1, 1), Map.of(LockType.TP,
                List.of(Samples.outcome(900), Samples.outcome(10), Samples.outcome(20))));
        assertThat(cell.rate(LockType.TP)).isEqualTo(10, within(EXACT));
        assertThat(cell.spread(LockType.TP)).isEqualTo(44.5, within(EXACT));
    }
}
