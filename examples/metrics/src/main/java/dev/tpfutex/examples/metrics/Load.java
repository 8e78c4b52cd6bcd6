package dev.tpfutex.examples.metrics;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.micrometer.MetricsOptions;
import dev.tpfutex.micrometer.TpFutexMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Main class of a JVM whose threads contend for one lock, and that is measured when it is told so: {@code bind},
 * {@code scrape}, {@code unbind}, each answered by {@code done}. Ends with its input.
 */
final class Load {

    static final String LOCK = "hot";

    private static final int INSIDE = 5;
    private static final int OUTSIDE = 10;

    private final LockSpace space;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private TpFutexMetrics metrics;

    private Load(LockSpace space) {
        this.space = space;
    }

    /** Arguments: space, socket of the daemon, number of threads. */
    public static void main(String[] args) throws IOException {
        SpaceOptions options = SpaceOptions.defaults().daemonSocket(Path.of(args[1]));
        Load load = new Load(LockSpace.open(Path.of(args[0]), options));
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            Thread.ofPlatform().daemon().start(load::contend);
        }
        System.out.println("done");
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            load.obey(order);
            System.out.println("done");
        }
        // The threads hold locks, so that the space cannot be closed; the others clean up.
        System.exit(0);
    }

    private void obey(String order) {
        switch (order) {
            case "bind" -> {
                metrics = new TpFutexMetrics(space, MetricsOptions.defaults().maxAge(Duration.ofMillis(100)));
                metrics.bindTo(registry);
            }
            case "unbind" -> metrics.close();
            case "scrape" -> {
                if (!registry.scrape().contains(LOCK)) {
                    throw new IllegalStateException("the scrape does not name the lock");
                }
            }
            default -> throw new IllegalArgumentException(order);
        }
    }

    private void contend() {
        SharedMutex mutex = space.mutex(LOCK);
        for (;;) {
            mutex.lock();
            spend(INSIDE);
            mutex.unlock();
            spend(OUTSIDE);
        }
    }

    private static void spend(int units) {
        for (int i = 0; i < units; i++) {
            Thread.onSpinWait();
        }
    }
}
