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
 * Two JVMs contend for a lock, one is killed while it has it, the other repairs and goes on. Then the survivor prints its
 * metrics as Prometheus would get them.
 */
public final class Metrics {

    private static final String LOCK = "book";

    private Metrics() {}

    /** No arguments; in the JVM to be killed, the path of the space. */
    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            contendUntilKilled(Path.of(args[0]));
        } else {
            run(Duration.ofSeconds(3)).lines()
                    .filter(line -> !line.startsWith("#") && !line.contains("_bucket{"))
                    .forEach(System.out::println);
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
            try (OtherJvm other = OtherJvm.start(Metrics.class, file.toString())) {
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

    private static void contend(SharedMutex book) {
        for (int i = 0; i < 1000; i++) {
            book.lock();
            book.unlock();
        }
    }

    private static void contendUntilKilled(Path file) throws IOException {
        try (LockSpace space = LockSpace.open(file)) {
            SharedMutex book = space.mutex(LOCK);
            System.out.println("contends");
            while (System.in.available() == 0) {
                contend(book);
            }
            book.lock();
            System.out.println("holds");
            // Until this JVM is killed, or its parent is.
            while (System.in.read() >= 0) {
                continue;
            }
            System.exit(1);
        }
    }
}
