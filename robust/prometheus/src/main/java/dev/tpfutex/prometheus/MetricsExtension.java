package dev.tpfutex.prometheus;

import dev.tpfutex.micrometer.MetricsOptions;
import dev.tpfutex.micrometer.TpFutexMetrics;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.spi.DaemonExtension;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code --metrics [HOST:]PORT}: the metrics of all spaces that the daemon serves, at {@code /metrics}. */
public final class MetricsExtension implements DaemonExtension {

    /** For the service loader. */
    public MetricsExtension() {}

    @Override
    public String name() {
        return "metrics";
    }

    @Override
    public String usage() {
        return """
                  --metrics [HOST:]PORT
                                 answer to Prometheus at http://HOST:PORT/metrics; HOST is 127.0.0.1
                                 if not said, port 0 is one that is free
                """;
    }

    @Override
    public Running start(String value) throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        return new AtWork(registry, MetricsServer.start(ListenAddress.parse(value), registry));
    }

    private static final class AtWork implements Running {

        private final PrometheusMeterRegistry registry;
        private final MetricsServer server;
        private final Map<SpaceMonitor, TpFutexMetrics> spaces = new ConcurrentHashMap<>();

        AtWork(PrometheusMeterRegistry registry, MetricsServer server) {
            this.registry = registry;
            this.server = server;
            Gauge.builder("tpfutexd.spaces", spaces, Map::size)
                    .description("Spaces that the daemon serves")
                    .register(registry);
        }

        @Override
        public String describe() {
            return "metrics on " + server.address();
        }

        @Override
        public void opened(SpaceMonitor space) {
            TpFutexMetrics metrics = new TpFutexMetrics(space, MetricsOptions.defaults());
            metrics.bindTo(registry);
            spaces.put(space, metrics);
        }

        @Override
        public void closing(SpaceMonitor space) {
            TpFutexMetrics metrics = spaces.remove(space);
            if (metrics != null) {
                metrics.close();
            }
        }

        @Override
        public void close() {
            server.close();
            registry.close();
        }
    }
}
