package dev.tpfutex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.robust.monitor.LockReading;
import dev.tpfutex.robust.monitor.LockThread;
import dev.tpfutex.robust.monitor.LockWait;
import dev.tpfutex.robust.monitor.SpaceListener;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.monitor.SpaceReadings;
import dev.tpfutex.robust.monitor.WaitMode;
import dev.tpfutex.robust.monitor.WaitOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Locks that come into the circle of the busiest and leave it: no count becomes less, none is lost. */
class ChangingCircleTest {

    /** A space of three locks, of which the test says what has happened to them. */
    private static final class FakeSpace implements SpaceMonitor {

        final long[] steals = new long[3];
        final int[] waiters = new int[3];
        SpaceListener listener;

        @Override
        public Path path() {
            return Path.of("/dev/shm/fake.tpf");
        }

        @Override
        public Optional<SpaceReadings> read() {
            List<LockReading> locks = IntStream.range(0, 3).mapToObj(this::lock).toList();
            return Optional.of(new SpaceReadings(1, 1, 0, true, 3, 3, 1, 1, 1, 1, locks));
        }

        private LockReading lock(int i) {
            LockStatistics counts = new LockStatistics(steals[i], steals[i], 0, 0, 0, 0, 0);
            return new LockReading(i, "lock" + i, false, waiters[i], Consistency.CONSISTENT, counts);
        }

        @Override
        public void add(SpaceListener added) {
            listener = added;
        }

        @Override
        public void remove(SpaceListener removed) {
            listener = null;
        }
    }

    private record Wait(int lock) implements LockWait {

        @Override
        public String lockName() {
            return "lock" + lock;
        }

        @Override
        public WaitMode mode() {
            return WaitMode.EXCLUSIVE;
        }

        @Override
        public WaitOutcome outcome() {
            return WaitOutcome.HANDED_OFF;
        }

        @Override
        public long nanos() {
            return 1_000_000;
        }

        @Override
        public int sleeps() {
            return 1;
        }

        @Override
        public boolean ownerDied() {
            return false;
        }

        @Override
        public Optional<LockThread> holder() {
            return Optional.empty();
        }
    }

    private final FakeSpace space = new FakeSpace();
    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private final TpFutexMetrics metrics = new TpFutexMetrics(space, MetricsOptions.defaults().topLocks(1));

    private boolean isNamed(int lock) {
        return registry.find("tpfutex.owners").tag("lock", "lock" + lock).functionCounter() != null;
    }

    private double steals(String lock) {
        return registry.get("tpfutex.acquisitions").tags("lock", lock, "status", "stolen").functionCounter().count();
    }

    private double allSteals() {
        return registry.get("tpfutex.acquisitions").functionCounters().stream().mapToDouble(FunctionCounter::count)
                .sum();
    }

    private void later(Duration time) {
        clock.add(time);
        registry.get("tpfutex.table.used").gauges().forEach(gauge -> assertThat(gauge.value()).isPositive());
    }

    private double waiters(String lock) {
        return registry.get("tpfutex.waiters").tag("lock", lock).gauge().value();
    }

    @Test
    void oneLeavesAndAnotherComes() {
        space.steals[0] = 5;
        metrics.bindTo(registry);
        assertThat(isNamed(0)).isTrue();
        space.steals[0] += 10;
        space.steals[1] += 3;
        space.waiters[0] = 2;
        space.waiters[1] = 1;
        later(Duration.ofSeconds(2));
        assertThat(steals("lock0")).isEqualTo(10);
        assertThat(steals("other")).isEqualTo(3);
        assertThat(waiters("lock0")).isEqualTo(2);
        assertThat(waiters("other")).isEqualTo(1);
        space.steals[1] += 1000;
        later(Duration.ofMinutes(2));
        // It was one of the others while this happened, and has a series from now on.
        assertThat(isNamed(0)).isFalse();
        assertThat(isNamed(1)).isTrue();
        assertThat(steals("other")).isEqualTo(1003);
        assertThat(steals("lock1")).isZero();
        assertThat(waiters("lock1")).isEqualTo(1);
        assertThat(waiters("other")).isEqualTo(2);
        space.steals[0] += 7;
        space.steals[1] += 20;
        later(Duration.ofSeconds(2));
        assertThat(steals("other")).isEqualTo(1010);
        assertThat(steals("lock1")).isEqualTo(20);
    }

    @Test
    void waitsGoWhereTheCountsGo() {
        metrics.bindTo(registry);
        space.listener.waited(new Wait(0));
        space.listener.waited(new Wait(1));
        space.listener.waited(new Wait(2));
        space.listener.waited(new Wait(12345));
        assertThat(registry.get("tpfutex.wait").tags("lock", "lock0", "outcome", "acquired").timer().count())
                .isEqualTo(1);
        assertThat(registry.get("tpfutex.wait").tags("lock", "other", "outcome", "acquired").timer().count())
                .isEqualTo(3);
    }

    @Test
    void aReadingServesForASecond() {
        metrics.bindTo(registry);
        space.steals[0] += 1;
        assertThat(allSteals()).isZero();
        clock.add(Duration.ofMillis(999));
        assertThat(allSteals()).isZero();
        clock.add(Duration.ofMillis(1));
        assertThat(allSteals()).isEqualTo(1);
    }
}
