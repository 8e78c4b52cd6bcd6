package dev.tpfutex.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScaleTest {

    private static final double EXACT = 1e-9;

    @Test
    void isLogarithmic() {
        Scale scale = new Scale(new double[] {1, 10, 100}, 0, 200);
        assertThat(scale.at(1)).isEqualTo(0, within(EXACT));
        assertThat(scale.at(10)).isEqualTo(100, within(EXACT));
        assertThat(scale.at(100)).isEqualTo(200, within(EXACT));
    }

    @Test
    void hasRoundTicks() {
        assertThat(new Scale(new double[] {1, 60}, 0, 1).ticks()).containsExactly(1, 2, 5, 10, 20, 50);
        assertThat(new Scale(new double[] {0.5, 2_000}, 0, 1).ticks()).containsExactly(1, 10, 100, 1_000);
        assertThat(new Scale(new double[] {0.01, 1e8}, 0, 1).ticks()).hasSizeLessThan(7);
    }

    @Test
    void showsALevelLineInTheMiddle() {
        assertThat(new Scale(new double[] {7, 7}, 0, 10).at(7)).isEqualTo(5, within(EXACT));
    }

    @Test
    void numbersAreShort() {
        assertThat(Svg.number(1)).isEqualTo("1");
        assertThat(Svg.number(0.05)).isEqualTo("0.05");
        assertThat(Svg.number(0.2)).isEqualTo("0.2");
        assertThat(Svg.number(2_000)).isEqualTo("2k");
        assertThat(Svg.number(50_000)).isEqualTo("50k");
        assertThat(Svg.number(100_000)).isEqualTo("100k");
        assertThat(Svg.number(5_000_000)).isEqualTo("5M");
    }
}
