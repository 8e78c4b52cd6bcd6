package dev.tpfutex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.DeadlockException;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.Monitors;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The metrics of a space that two JVMs use, of which one is killed. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TpFutexMetricsTest {

    private static final MetricsOptions ALWAYS_FRESH = MetricsOptions.defaults().maxAge(Duration.ZERO);

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private Path directory;
    private LockSpace space;

    @BeforeEach
    void open() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-test-");
        SpaceOptions options = SpaceOptions.defaults().locks(100).tasks(200).processes(16).withoutDaemon();
        space = LockSpace.open(directory.resolve("orders.tpf"), options);
    }

    @AfterEach
    void close() throws IOException {
        space.close();
        Files.delete(space.path());
        Files.delete(directory);
    }

    private TpFutexMetrics bind(MetricsOptions options) {
        TpFutexMetrics metrics = new TpFutexMetrics(space, options);
        metrics.bindTo(registry);
        return metrics;
    }

    private double count(String name, String... tags) {
        return registry.get(name).tag("space", space.path().toString()).tags(tags).functionCounters().stream()
                .mapToDouble(FunctionCounter::count)
                .sum();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    private Timer waits(String lock, String outcome) {
        return registry.get("tpfutex.wait").tags("lock", lock, "outcome", outcome).timer();
    }

    private static void await(String what, Callable<Boolean> condition) {
        long start = System.nanoTime();
        while (!holds(condition)) {
            assertThat(System.nanoTime() - start).as("not yet: %s", what).isLessThan(TimeUnit.SECONDS.toNanos(60));
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void countsWhatBothProcessesDoFromNowOn() throws Exception {
        space.mutex("book").lock();
        space.mutex("book").unlock();
        bind(ALWAYS_FRESH);
        assertThat(count("tpfutex.owners", "lock", "book")).isZero();
        try (Rival rival = Rival.start(space.path())) {
            rival.tell("often book 1000");
            assertThat(count("tpfutex.owners", "lock", "book")).isEqualTo(1000);
            assertThat(count("tpfutex.acquisitions", "lock", "book", "status", "fast")).isEqualTo(1000);
            assertThat(gauge("tpfutex.table.used", "table", "processes")).isEqualTo(2);
        }
        assertThat(gauge("tpfutex.table.size", "table", "locks")).isEqualTo(100);
        assertThat(gauge("tpfutex.table.size", "table", "tasks")).isEqualTo(200);
        assertThat(gauge("tpfutex.table.size", "table", "processes")).isEqualTo(16);
        assertThat(gauge("tpfutex.table.used", "table", "locks")).isEqualTo(1);
        assertThat(gauge("tpfutex.coordinator.here")).isEqualTo(1);
        assertThat(gauge("tpfutex.coordinator.epoch")).isEqualTo(1);
    }

    @Test
    void waitsOfThisJvm() throws Exception {
        SharedMutex book = space.mutex("book");
        bind(ALWAYS_FRESH);
        try (Rival rival = Rival.start(space.path())) {
            rival.tell("lock book");
            assertThatThrownBy(() -> book.acquire(Duration.ofMillis(20))).isInstanceOf(LockTimeoutException.class);
            Thread waiter = Thread.ofPlatform().start(() -> {
                book.lock();
                book.unlock();
            });
            await("one waits", () -> gauge("tpfutex.waiters", "lock", "book") == 1);
            rival.tell("unlock book");
            waiter.join();
        }
        assertThat(gauge("tpfutex.waiters", "lock", "book")).isZero();
        assertThat(count("tpfutex.timeouts", "lock", "book")).isEqualTo(1);
        assertThat(waits("book", "timed_out").count()).isEqualTo(1);
        assertThat(waits("book", "timed_out").max(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(20);
        assertThat(waits("book", "acquired").count()).isEqualTo(1);
        assertThat(waits("book", "interrupted").count()).isZero();
        double slow = count("tpfutex.acquisitions", "lock", "book", "status", "top_waiter")
                + count("tpfutex.acquisitions", "lock", "book", "status", "handed_off");
        assertThat(slow).isEqualTo(1);
    }

    @Test
    void anOwnerIsKilledAndTheNextOneRepairs() throws Exception {
        SharedMutex book = space.mutex("book");
        bind(ALWAYS_FRESH);
        try (Rival rival = Rival.start(space.path())) {
            rival.tell("lock book");
            rival.kill();
        }
        await("cleaned up", () -> registry.get("tpfutex.cleanup").timer().count() == 1);
        assertThat(registry.get("tpfutex.cleanup").timer().totalTime(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(count("tpfutex.owner.deaths", "lock", "book")).isEqualTo(1);
        assertThat(gauge("tpfutex.locks.inconsistent", "state", "owner_died")).isEqualTo(1);
        try (LockGuard guard = book.acquire()) {
            guard.markConsistent();
        }
        assertThat(gauge("tpfutex.locks.inconsistent", "state", "owner_died")).isZero();
        assertThat(registry.get("tpfutex.recovery").tag("outcome", "repaired").timer().count()).isEqualTo(1);
        assertThat(registry.get("tpfutex.recovery").tag("outcome", "not_recoverable").timer().count()).isZero();
        assertThat(registry.get("tpfutex.coordinator.cycle").timer().count()).isPositive();
        assertThat(count("tpfutex.coordinator.beats")).isPositive();
    }

    @Test
    void aDeadlockThatIsBroken() throws Exception {
        space.mutex("a");
        space.mutex("b");
        bind(ALWAYS_FRESH);
        try (Rival rival = Rival.start(space.path());
                LockSpace breakable =
                        LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon().breakDeadlocks(true))) {
            rival.tell("lock a");
            breakable.mutex("b").lock();
            rival.begin("lock b");
            await("the rival waits", () -> gauge("tpfutex.waiters", "lock", "b") == 1);
            assertThatThrownBy(breakable.mutex("a")::lock).isInstanceOf(DeadlockException.class);
            breakable.mutex("b").unlock();
            rival.awaitAnswer("lock b");
        }
        assertThat(count("tpfutex.deadlocks")).isEqualTo(1);
        assertThat(waits("a", "deadlock").count()).isEqualTo(1);
        assertThat(waits("a", "deadlock").max(TimeUnit.MILLISECONDS)).isGreaterThanOrEqualTo(1000);
    }

    @Test
    void aLockThatCannotBeRecovered() throws Exception {
        SharedMutex book = space.mutex("book");
        bind(ALWAYS_FRESH);
        try (Rival rival = Rival.start(space.path())) {
            rival.tell("lock book");
            rival.kill();
        }
        try (LockGuard guard = book.acquire()) {
            assertThat(guard.ownerDied()).isTrue();
        }
        assertThat(gauge("tpfutex.locks.inconsistent", "state", "not_recoverable")).isEqualTo(1);
        assertThat(registry.get("tpfutex.recovery").tag("outcome", "not_recoverable").timer().count()).isEqualTo(1);
        book.reset();
        assertThat(gauge("tpfutex.locks.inconsistent", "state", "not_recoverable")).isZero();
    }

    @Test
    void anotherCoordinatorIsAChange() throws Exception {
        Path path = space.path();
        await("we coordinate", () -> Monitors.of(space).read().orElseThrow().epoch() == 1);
        space.close();
        try (Rival rival = Rival.start(path)) {
            rival.tell("often book 1");
            space = LockSpace.open(path, SpaceOptions.defaults().withoutDaemon());
            bind(ALWAYS_FRESH);
            await("the rival coordinates", () -> gauge("tpfutex.coordinator.epoch") > 1);
            assertThat(gauge("tpfutex.coordinator.here")).isZero();
            double changes = count("tpfutex.coordinator.changes");
            rival.kill();
            await("we do", () -> gauge("tpfutex.coordinator.here") == 1);
            assertThat(count("tpfutex.coordinator.changes")).isEqualTo(changes + 1);
        }
    }

    @Test
    void manyLocksMakeFewSeries() throws Exception {
        for (int i = 0; i < 50; i++) {
            space.mutex("lock" + i);
        }
        bind(ALWAYS_FRESH.topLocks(3).other("rest"));
        long before = registry.getMeters().size();
        for (int i = 0; i < 50; i++) {
            SharedMutex mutex = space.mutex("lock" + i);
            for (int n = 0; n <= i; n++) {
                mutex.lock();
                mutex.unlock();
            }
        }
        assertThat(count("tpfutex.owners")).isEqualTo(50 * 51 / 2);
        assertThat(registry.get("tpfutex.owners").meters()).hasSize(4);
        assertThat(registry.getMeters()).hasSize((int) before);
        assertThat(count("tpfutex.owners", "lock", "rest")).isBetween(1.0, 50 * 51 / 2.0);
    }

    @Test
    void aLockThatIsCalledAsTheOthersIsOneOfThem() {
        space.mutex("other");
        bind(ALWAYS_FRESH);
        space.mutex("other").lock();
        space.mutex("other").unlock();
        assertThat(registry.get("tpfutex.owners").meters()).hasSize(1);
        assertThat(count("tpfutex.owners", "lock", "other")).isEqualTo(1);
    }

    @Test
    void readersHaveNoFastCount() {
        SharedReadWriteLock prices = space.rwLock("prices");
        bind(ALWAYS_FRESH);
        prices.readLock().lock();
        prices.readLock().unlock();
        prices.writeLock().lock();
        prices.writeLock().unlock();
        assertThat(count("tpfutex.owners", "lock", "prices")).isEqualTo(1);
        assertThat(registry.find("tpfutex.acquisitions").tags("lock", "prices", "status", "fast").functionCounter())
                .isNull();
    }

    @Test
    void nothingEverBecomesLess() throws Exception {
        bind(ALWAYS_FRESH.topLocks(2));
        AtomicBoolean stop = new AtomicBoolean();
        try (Rival rival = Rival.start(space.path())) {
            rival.begin("often hot 200000");
            Thread worker = Thread.ofPlatform().start(() -> {
                for (int i = 0; !stop.get(); i++) {
                    SharedMutex mutex = space.mutex(i % 3 == 0 ? "hot" : "lock" + i % 20);
                    mutex.lock();
                    mutex.unlock();
                }
            });
            Map<Meter.Id, Double> last = counts();
            for (int i = 0; i < 300; i++) {
                Map<Meter.Id, Double> now = counts();
                last.forEach((id, value) -> assertThat(now.get(id)).as("%s", id).isGreaterThanOrEqualTo(value));
                last = now;
            }
            stop.set(true);
            worker.join();
            rival.awaitAnswer("often");
        }
        double acquisitions = count("tpfutex.acquisitions");
        assertThat(acquisitions).isEqualTo(count("tpfutex.owners")).isGreaterThan(200_000);
    }

    private Map<Meter.Id, Double> counts() {
        return registry.getMeters().stream()
                .filter(FunctionCounter.class::isInstance)
                .collect(Collectors.toMap(Meter::getId, meter -> ((FunctionCounter) meter).count()));
    }

    @Test
    void closingTakesAllMetersAway() {
        TpFutexMetrics metrics = bind(MetricsOptions.defaults());
        assertThat(registry.getMeters()).isNotEmpty();
        metrics.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aClosedSpaceKeepsItsLastValues() throws IOException {
        bind(ALWAYS_FRESH);
        space.mutex("book").lock();
        space.mutex("book").unlock();
        assertThat(count("tpfutex.owners")).isEqualTo(1);
        Path path = space.path();
        space.close();
        assertThat(registry.get("tpfutex.owners").functionCounters()).allMatch(counter -> counter.count() <= 1);
        assertThatThrownBy(() -> new TpFutexMetrics(space)).isInstanceOf(IllegalStateException.class);
        space = LockSpace.open(path, SpaceOptions.defaults().withoutDaemon());
    }
}
