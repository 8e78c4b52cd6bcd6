package dev.tpfutex.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the server says to whom. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MetricsServerTest {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private MetricsServer server;
    private int port;

    @BeforeEach
    void start() throws IOException {
        Gauge.builder("answer", () -> 42).register(registry);
        server = MetricsServer.start(ListenAddress.parse("0"), registry);
        port = URI.create(server.address()).getPort();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", port);
    }

    private String ask(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void theMetrics() throws IOException {
        String answer = ask("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n").contains("\r\nContent-Type: text/plain; version=0.0.4")
                .contains("\nanswer 42.0\n");
        assertThat(ask("GET /metrics?name=answer HTTP/1.0\n\n")).contains("\nanswer 42.0\n");
    }

    @Test
    void headOnly() throws IOException {
        assertThat(ask("HEAD /metrics HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\n");
    }

    @Test
    void anythingElse() throws IOException {
        assertThat(ask("GET / HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 404").endsWith("see /metrics\n");
        assertThat(ask("POST /metrics HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 405");
        assertThat(ask("nonsense\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(ask("GET metrics HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(ask("GET /metrics SPDY/9\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(ask("GET /metrics HTTP/1.1\r\n")).startsWith("HTTP/1.1 400");
        assertThat(ask("x".repeat(HttpRequest.MAX_BYTES))).startsWith("HTTP/1.1 400");
    }

    @Test
    void whoSaysNothingIsHungUpOnAndKeepsNobodyElseOut() throws IOException {
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 1; i < MetricsServer.MAX_CONNECTIONS; i++) {
                silent.add(connect());
            }
            assertThat(ask("GET /metrics HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200");
            silent.add(connect());
            // Which of the connections takes the last place is open; with one more there is none in any case.
            silent.add(connect());
            assertThat(ask("GET /metrics HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 503");
            for (Socket each : silent) {
                each.getInputStream().readAllBytes();
            }
            assertThat(ask("GET /metrics HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200");
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    @Test
    void aPortThatIsTaken() {
        assertThatThrownBy(() -> MetricsServer.start(new InetSocketAddress("127.0.0.1", port), registry))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--metrics")
                .hasMessageContaining(String.valueOf(port));
    }

    @Test
    void afterTheEndNobodyAnswers() {
        server.close();
        // The thread that accepts lets go of the socket a moment later; the test's watchdog ends this.
        while (isAnswered()) {
            Thread.onSpinWait();
        }
    }

    private boolean isAnswered() {
        try (Socket socket = connect()) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }
}
