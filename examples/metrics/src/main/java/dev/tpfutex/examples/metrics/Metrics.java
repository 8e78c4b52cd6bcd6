package dev.tpfutex.examples.metrics;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.micrometer.TpFutexMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Two JVMs contend for a lock, one is killed while it has it, the other repairs and goes on. Then the survivor prints what
 * Prometheus would get from it, or the part of that which tells of it.
 */
public final class Metrics {

    static final String LOCK = "book";

    private static final String USAGE = """
            usage: examples/run metrics [--all]

              --all   print all that Prometheus gets, as it gets it
            """;
    private static final Duration TIME = Duration.ofSeconds(3);

    private Metrics() {}

    /** See {@code --help}. Exit code 2: wrong arguments. */
    public static void main(String[] args) throws IOException {
        switch (String.join(" ", args)) {
            case "" -> {
                System.out.println("Two JVMs contend for the lock \"" + LOCK + "\" for " + TIME.toSeconds() + " s ...");
                Selection.of(run(TIME)).forEach(System.out::println);
            }
            case "--all" -> System.out.print(run(TIME));
            case "-h", "--help" -> System.out.print(USAGE);
            default -> {
                System.err.print(USAGE);
                System.exit(2);
            }
        }
    }

    /** Contends for so long; the scrape. */
    static String run(Duration time) throws IOException {
        Path directory = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-metrics-");
        Path file = directory.resolve("orders.tpf");
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (LockSpace space = LockSpace.open(file)) {
            SharedMutex book = space.mutex(LOCK);
            new TpFutexMetrics(space).bindTo(registry);
            try (OtherJvm other = OtherJvm.start(Victim.class, file.toString())) {
                other.await("contends");
                long end = System.nanoTime() + time.toNanos();
                while (System.nanoTime() < end) {
                    contend(book);
                }
                other.tell("hold it");
                other.await("holds");
            }
            try (LockGuard guard = book.acquire()) {
                if (guard.ownerDied()) {
                    // Here a program would look at what the lock protects.
                    guard.markConsistent();
                }
            }
            return registry.scrape();
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    /** A while of it. */
    static void contend(SharedMutex book) {
        for (int i = 0; i < 1000; i++) {
            book.lock();
            book.unlock();
        }
    }
}
