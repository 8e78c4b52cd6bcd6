package dev.tpfutex.robust.daemon;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Accepts clients on the daemon's Unix socket; a virtual thread for each. */
final class DaemonServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private static final long RETRY_NANOS = 100_000_000;

    private final Path socket;
    private final ServerSocketChannel listener;
    private final ServedSpaces spaces;

    private DaemonServer(Path socket, ServerSocketChannel listener, ServedSpaces spaces) {
        this.socket = socket;
        this.listener = listener;
        this.spaces = spaces;
    }

    /** Listens; a socket that a killed daemon has left behind is replaced. */
    static DaemonServer bind(Path socket, ServedSpaces spaces) throws IOException {
        if (Files.exists(socket)) {
            if (answers(socket)) {
                throw new IOException("another daemon listens on " + socket);
            }
            Files.delete(socket);
        }
        Files.createDirectories(socket.getParent());
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        return new DaemonServer(socket, listener, spaces);
    }

    private static boolean answers(Path socket) {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return probe.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false;
        }
    }

    /** Serves until {@link #close}. */
    void serve() {
        for (;;) {
            try {
                SocketChannel client = listener.accept();
                Thread.ofVirtual().name("tpfutexd-client").start(() -> converse(client));
            } catch (ClosedChannelException closed) {
                return;
            } catch (IOException e) {
                // Out of descriptors, say: those who are connected go on being served.
                LOG.log(System.Logger.Level.WARNING, "accepting a client failed", e);
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "closing " + socket, e);
        }
    }

    private void converse(SocketChannel connection) {
        try (connection) {
            BufferedReader reader = new BufferedReader(Channels.newReader(connection, StandardCharsets.UTF_8));
            Greeting client = join(connection, reader);
            if (client != null) {
                try {
                    Greeting.send(connection, Greeting.SERVING);
                    Greeting.awaitEnd(reader);
                } finally {
                    spaces.leave(client);
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "a client's connection broke", e);
        }
    }

    /** Reads who it is and begins to serve it; null if it was refused. */
    private Greeting join(SocketChannel connection, BufferedReader reader) throws IOException {
        try {
            Greeting client = Greeting.parse(Greeting.receive(reader));
            spaces.join(client);
            return client;
        } catch (RuntimeException e) {
            String why = String.valueOf(e.getMessage()).replace('\n', ' ');
            LOG.log(System.Logger.Level.INFO, "refuses a client: {0}", why);
            Greeting.send(connection, Greeting.REFUSED + why);
            return null;
        }
    }
}
