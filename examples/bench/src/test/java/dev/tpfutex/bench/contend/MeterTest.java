package dev.tpfutex.bench.contend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeterTest {

    private static final long NOW = System.nanoTime();
    private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(50);

    @TempDir
    private Path folder;
    private SharedPage page;

    @BeforeEach
    void open() {
        page = new SharedPage(folder.resolve("page"));
    }

    @Test
    void noticesEachLongWait() {
        Meter meter = new Meter(page, NOW + TimeUnit.HOURS.toNanos(1));
        page.setClock(NOW);
        for (int i = 0; i < 10_000; i++) {
            meter.asks();
            meter.has(false);
        }
        for (int i = 0; i < 3; i++) {
            long asked = System.nanoTime() - WAIT;
            page.setClock(asked);
            meter.asks();
            page.setClock(asked + WAIT);
            meter.has(false);
        }
        assertThat(meter.waits().getMaxValue()).isGreaterThanOrEqualTo(WAIT - TimeUnit.MILLISECONDS.toNanos(1));
        assertThat(meter.waits().getCountBetweenValues(WAIT / 2, Long.MAX_VALUE / 2)).isEqualTo(3);
        assertThat(meter.operations()).isEqualTo(10_003);
    }

    @Test
    void thoseThatAreTimedStandForAll() {
        Meter meter = new Meter(page, NOW + TimeUnit.HOURS.toNanos(1));
        page.setClock(NOW);
        for (int i = 0; i < 100_000; i++) {
            meter.asks();
            meter.has(false);
        }
        assertThat(meter.waits().getTotalCount()).isBetween(95_000L, 105_000L);
    }

    @Test
    void countsNothingAfterTheEnd() {
        Meter meter = new Meter(page, NOW);
        page.setClock(NOW - 1);
        assertThat(meter.isOver()).isFalse();
        meter.asks();
        meter.has(true);
        page.setClock(NOW);
        meter.asks();
        meter.has(true);
        assertThat(meter.isOver()).isTrue();
        assertThat(meter.operations()).isEqualTo(1);
        assertThat(meter.reads()).isEqualTo(1);
    }
}
