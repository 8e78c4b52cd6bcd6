package dev.tpfutex.examples.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That the samples run, and show what they are to show. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MetricsTest {

    @Test
    void theSampleTellsOfADeathAndARecovery() throws IOException {
        // Longer than a reading of the file serves.
        String scrape = Metrics.run(Duration.ofMillis(1200));
        assertThat(scrape.lines().toList())
                .anyMatch(line -> line.matches("tpfutex_owner_deaths_total\\{lock=\"book\",.*} 1.0"))
                .anyMatch(line -> line.matches("tpfutex_recovery_seconds_count\\{outcome=\"repaired\",.*} 1"))
                .anyMatch(line -> line.matches("tpfutex_owners_total\\{lock=\"book\",.*} [1-9].*"));
    }

    @Test
    void theSelectionIsShortAndLeavesNoPartEmpty() throws IOException {
        List<String> text = Selection.of(Metrics.run(Duration.ofMillis(1200)));
        assertThat(text).hasSizeLessThan(40).allMatch(line -> line.length() <= 120)
                .noneMatch(line -> line.contains("tmp"));
        for (int i = 0; i + 1 < text.size(); i++) {
            if (text.get(i).endsWith(":")) {
                assertThat(text.get(i + 1)).as(text.get(i)).matches("  tpfutex_[a-z_]+(\\{[a-z][^}]+})? [0-9.E-]+");
            }
        }
        assertThat(text).contains("  tpfutex_owner_deaths_total{lock=\"book\"} 1.0");
        assertThat(text.get(text.size() - 2)).matches("These are 15 of the [1-9][0-9]+ lines .*");
    }

    @Test
    void theCostIsMeasured() throws IOException {
        List<String> table = ScrapeCost.measure(ScrapeCost.Settings.parse(
                List.of("--rounds", "2", "--phase", "50", "--every", "20", "--locks", "30", "--warmup", "1")));
        assertThat(table).hasSize(5);
        assertThat(table.subList(1, 5)).allMatch(line -> line.matches(".* [1-9][0-9,]+ +[+-][0-9.]+ %"));
    }

    @Test
    void optionsThatAreWrong() {
        for (List<String> wrong : List.of(List.of("--rounds"), List.of("--what", "1"), List.of("--phase", "0"))) {
            assertThatThrownBy(() -> ScrapeCost.Settings.parse(wrong)).hasMessageContaining("usage");
        }
    }
}
