package dev.tpfutex.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.OwnerDiedException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.daemon.TpFutexDaemon;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Prometheus looks at a daemon, whose clients wait for each other, and of which one is killed. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DaemonMetricsTest {

    private static final Path DASHBOARD = Path.of("src/main/grafana/tpfutex.json");
    private static final Path TABLE = Path.of("../../docs/METRICS.md");
    private static final Duration WATCHDOG = Duration.ofSeconds(60);
    private static final long A_WHILE_NANOS = 1_200_000_000;

    private Path directory;
    private OtherJvm daemon;
    private URI metrics;

    @BeforeEach
    void start() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-test-");
        daemon = OtherJvm.start(TpFutexDaemon.class, "--socket", socket().toString(), "--metrics", "0");
        metrics = URI.create(daemon.await("tpfutexd: metrics on "));
        daemon.await("tpfutexd: listening on ");
    }

    @AfterEach
    void end() throws IOException {
        daemon.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Path socket() {
        return directory.resolve("tpfutexd.sock");
    }

    private Path path() {
        return directory.resolve("orders.tpf");
    }

    private LockSpace open() {
        return LockSpace.open(path(), SpaceOptions.defaults().daemonSocket(socket()));
    }

    private OtherJvm locker(String lock, int often) throws IOException {
        OtherJvm locker = OtherJvm.start(
                Locker.class, path().toString(), socket().toString(), lock, String.valueOf(often));
        locker.await("holds it");
        return locker;
    }

    private Scrape scrape() {
        try {
            return Scrape.parse(new String(metrics.toURL().openStream().readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Scrape await(String what, Predicate<Scrape> condition) {
        Scrape[] last = new Scrape[1];
        await(what, () -> condition.test(last[0] = scrape()));
        return last[0];
    }

    private static void await(String what, Callable<Boolean> condition) {
        long start = System.nanoTime();
        while (!holds(condition)) {
            assertThat(System.nanoTime() - start).as("not yet: %s", what).isLessThan(WATCHDOG.toNanos());
            LockSupport.parkNanos(20_000_000);
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
    void aLifeWithADeath() throws IOException {
        assertThat(scrape().samples()).containsOnly(Map.entry("tpfutexd_spaces{}", 0.0));
        try (LockSpace space = open()) {
            SharedMutex book = space.mutex("book");
            await("it serves", now -> now.sum("tpfutexd_spaces") == 1 && now.sum("tpfutex_coordinator_here") == 1);
            Scrape before = await("it has seen the lock", now -> now.sum("tpfutex_table_used", "\"locks\"") == 1);
            try (OtherJvm victim = locker("book", 100)) {
                assertThatThrownBy(() -> book.acquire(Duration.ofMillis(20)))
                        .isInstanceOf(LockTimeoutException.class);
                Scrape held = await("counted", now -> now.sum("tpfutex_timeouts_total", "lock=\"book\"") == 1);
                assertThat(held.sum("tpfutex_table_used", "\"processes\"")).isEqualTo(3);
                assertThat(held.sum("tpfutex_owners_total", "lock=\"book\"")).isEqualTo(101);
                grown(before, held);
                victim.kill();
            }
            Scrape after = await("cleaned up", now -> now.sum("tpfutex_cleanup_seconds_count") == 1);
            Scrape marked = await("the lock is marked",
                    now -> now.sum("tpfutex_locks_inconsistent", "state=\"owner_died\"") == 1);
            assertThat(marked.sum("tpfutex_owner_deaths_total", "lock=\"book\"")).isEqualTo(1);
            assertThat(after.sum("tpfutex_cleanup_seconds_sum")).isPositive();
            assertThat(after.sum("tpfutex_coordinator_cycle_seconds_count")).isPositive();
            grown(before, marked);
            assertThatThrownBy(book::lock).isInstanceOf(OwnerDiedException.class);
        }
        await("it has left", now -> now.samples().equals(Map.of("tpfutexd_spaces{}", 0.0)));
    }

    /** No counter has become less. */
    private static void grown(Scrape before, Scrape after) {
        before.samples().forEach((key, value) -> {
            if (key.matches("\\w+_(total|count|sum|bucket)\\{.*")) {
                assertThat(after.samples().get(key)).as(key).isGreaterThanOrEqualTo(value);
            }
        });
    }

    @Test
    void theDashboardAndTheTableNameWhatThereIs() throws IOException {
        try (LockSpace space = open(); OtherJvm other = locker("book", 1)) {
            assertThat(space.mutex("book").isLocked()).isTrue();
            Scrape scrape = await("it has seen the lock", now -> now.sum("tpfutex_owners_total") > 0
                    || now.sum("tpfutex_table_used", "\"locks\"") == 1);
            other.tell("go on");
            for (String name : namesIn(DASHBOARD, "(?<![\\w/.])tpfutexd?_\\w+")) {
                assertThat(scrape.names()).as("of the dashboard").contains(name);
            }
            assertThat(namesIn(TABLE, "(?<=`)tpfutexd?_\\w+(?=`)"))
                    .containsExactlyInAnyOrderElementsOf(families(scrape));
        }
    }

    /** As the table has them: histograms without what is added to their names. */
    private static Iterable<String> families(Scrape scrape) {
        return scrape.types().keySet().stream().filter(name -> !name.endsWith("_max")).toList();
    }

    private static Iterable<String> namesIn(Path file, String regex) throws IOException {
        Matcher names = Pattern.compile(regex).matcher(Files.readString(file));
        java.util.Set<String> found = new java.util.TreeSet<>();
        while (names.find()) {
            found.add(names.group());
        }
        assertThat(found).isNotEmpty();
        return found;
    }

    @Test
    void nobodyLooksAndNothingWakesUp() {
        try (LockSpace space = open()) {
            await("it serves", now -> now.sum("tpfutex_coordinator_here") == 1);
            assertThat(space.path()).exists();
        }
        await("it has left", now -> now.sum("tpfutexd_spaces") == 0);
        await("nothing wakes up for a while", () -> {
            long before = switches();
            LockSupport.parkNanos(A_WHILE_NANOS);
            return before > 0 && switches() == before;
        });
    }

    /** How often threads of the daemon, and those that carry its virtual threads, have run so far. */
    private long switches() {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + daemon.pid() + "/task"))) {
            return tasks.mapToLong(DaemonMetricsTest::switches).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long switches(Path task) {
        try {
            String name = Files.readString(task.resolve("comm")).strip();
            // As cut by the kernel; what else there is are threads of the JVM itself.
            if (!name.matches(
                    "(tpfutex|ForkJoinPool|Read-Poller|Write-Poller|VirtualThread|metrics|Timer|prom|java).*")) {
                return 0;
            }
            try (Stream<String> lines = Files.lines(task.resolve("status"))) {
                return lines.filter(line -> line.contains("ctxt_switches:"))
                        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                        .sum();
            }
        } catch (IOException ended) {
            return 0;
        }
    }

    @Test
    void anAddressThatIsWrong() throws Exception {
        try (OtherJvm refused = OtherJvm.start(
                TpFutexDaemon.class, "--socket", directory.resolve("other.sock").toString(), "--metrics", "x")) {
            assertThat(refused.await("tpfutexd: ")).contains("expected PORT or HOST:PORT");
            assertThat(refused.awaitEnd()).isEqualTo(2);
        }
        try (OtherJvm refused = OtherJvm.start(TpFutexDaemon.class, "--socket",
                directory.resolve("other.sock").toString(), "--metrics", String.valueOf(metrics.getPort()))) {
            assertThat(refused.await("tpfutexd: ")).contains("cannot listen on");
            assertThat(refused.awaitEnd()).isEqualTo(1);
        }
    }

    @Test
    void fromTheConfiguration() throws Exception {
        Path config = Files.writeString(directory.resolve("tpfutexd.conf"), "metrics = 127.0.0.1:0\n");
        try (OtherJvm other = OtherJvm.start(TpFutexDaemon.class, "--socket",
                directory.resolve("other.sock").toString(), "--config", config.toString())) {
            URI there = URI.create(other.await("tpfutexd: metrics on "));
            assertThat(new String(there.toURL().openStream().readAllBytes())).contains("tpfutexd_spaces 0.0");
        }
    }

    @Test
    void itIsSaidToThoseWhoAskForHelp() throws Exception {
        try (OtherJvm help = OtherJvm.start(TpFutexDaemon.class, "--help")) {
            help.await("  --metrics [HOST:]PORT");
            assertThat(help.awaitEnd()).isZero();
        }
    }
}
