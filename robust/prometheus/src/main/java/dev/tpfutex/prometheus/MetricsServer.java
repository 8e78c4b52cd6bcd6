package dev.tpfutex.prometheus;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers one question over HTTP: {@code GET /metrics}. Not the JDK's own server, because that one looks once a second
 * whether there is something to do; an idle daemon must not wake up. Virtual threads, one to accept and one for each
 * connection, of which there are few at a time.
 */
final class MetricsServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    static final int MAX_CONNECTIONS = 8;

    private static final int BACKLOG = 16;
    private static final long RETRY_NANOS = 100_000_000;
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

    private final ServerSocket socket;
    private final PrometheusMeterRegistry registry;
    private final Semaphore free = new Semaphore(MAX_CONNECTIONS);

    private MetricsServer(ServerSocket socket, PrometheusMeterRegistry registry) {
        this.socket = socket;
        this.registry = registry;
    }

    /** Listens. */
    static MetricsServer start(InetSocketAddress address, PrometheusMeterRegistry registry) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(address, BACKLOG);
        } catch (IOException e) {
            socket.close();
            throw new IOException("cannot listen on " + address + " for --metrics: " + e.getMessage(), e);
        }
        MetricsServer server = new MetricsServer(socket, registry);
        Thread.ofVirtual().name("tpfutexd-metrics").start(server::accept);
        return server;
    }

    /** Where the metrics are. */
    String address() {
        String host = socket.getInetAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + socket.getLocalPort() + "/metrics";
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "closing the socket for metrics", e);
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().name("tpfutexd-scrape").start(() -> serve(connection));
            } catch (SocketException closed) {
                if (!socket.isClosed()) {
                    retry(closed);
                }
            } catch (IOException e) {
                retry(e);
            }
        }
    }

    private static void retry(IOException failure) {
        // Out of descriptors, say.
        LOG.log(System.Logger.Level.WARNING, "accepting a connection for metrics failed", failure);
        LockSupport.parkNanos(RETRY_NANOS);
    }

    private void serve(Socket connection) {
        try (connection) {
            if (free.tryAcquire()) {
                try {
                    answer(HttpRequest.read(connection), connection.getOutputStream());
                } finally {
                    free.release();
                }
            } else {
                send(connection.getOutputStream(), "503 Service Unavailable", TEXT, "too many at a time\n", true);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a connection for metrics broke", e);
        }
    }

    private void answer(HttpRequest request, OutputStream out) throws IOException {
        boolean body = request == null || !request.method().equals("HEAD");
        if (request == null) {
            send(out, "400 Bad Request", TEXT, "not understood\n", body);
        } else if (body && !request.method().equals("GET")) {
            send(out, "405 Method Not Allowed", TEXT, "only GET\n", body);
        } else if (request.path().equals("/metrics")) {
            sendMetrics(out, body);
        } else {
            send(out, "404 Not Found", TEXT, "see /metrics\n", body);
        }
    }

    private void sendMetrics(OutputStream out, boolean body) throws IOException {
        String metrics;
        try {
            metrics = registry.scrape();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the metrics cannot be written down", e);
            send(out, "500 Internal Server Error", TEXT, e + "\n", body);
            return;
        }
        send(out, "200 OK", METRICS, metrics, body);
    }

    private static void send(OutputStream out, String status, String type, String text, boolean withBody)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length
                + "\r\nConnection: close\r\n\r\n";
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        if (withBody) {
            out.write(body);
        }
        out.flush();
    }
}
