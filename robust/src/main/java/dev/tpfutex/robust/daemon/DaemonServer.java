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
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.locks.LockSupport;

/** Accepts clients on the daemon's Unix socket; a virtual thread for each. */
final class DaemonServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private static final long RETRY_NANOS = 100_000_000;

    private final Path socket;
    private final Object key;
    private final ServerSocketChannel listener;
    private final ServedSpaces spaces;

    private DaemonServer(Path socket, Object key, ServerSocketChannel listener, ServedSpaces spaces) {
        this.socket = socket;
        this.key = key;
        this.listener = listener;
        this.spaces = spaces;
    }

    /** Listens; a socket that a killed daemon has left behind is replaced, anything else is left alone. */
    static DaemonServer bind(Path socket, ServedSpaces spaces) throws IOException {
        removeLeftOver(socket);
        Path directory = socket.getParent();
        if (!Files.isDirectory(directory)) {
            // One level, as for a runtime directory; more would hide a slip of the pen.
            Files.createDirectory(directory);
        }
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listener.bind(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen on " + socket + ": " + e.getMessage(), e);
        }
        return new DaemonServer(socket, keyOf(socket), listener, spaces);
    }

    private static void removeLeftOver(Path socket) throws IOException {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).isOther()) {
            throw new IOException(socket + " exists and is not a socket; it is left alone");
        }
        if (answers(socket)) {
            throw new IOException("another daemon listens on " + socket);
        }
        Files.delete(socket);
    }

    private static Object keyOf(Path socket) throws IOException {
        return Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();
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
            // By now it may be that of a successor.
            if (Files.exists(socket, LinkOption.NOFOLLOW_LINKS) && key.equals(keyOf(socket))) {
                Files.delete(socket);
            }
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
