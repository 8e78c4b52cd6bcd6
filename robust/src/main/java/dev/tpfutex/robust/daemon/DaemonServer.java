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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Accepts clients on the daemon's Unix socket; a virtual thread for each, and for accepting. */
final class DaemonServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private static final long RETRY_NANOS = 100_000_000;

    private final Path socket;
    /** Which file the socket was when we made it; null if it is the service manager's. */
    private final Object key;
    private final ServerSocketChannel listener;
    private final ServedSpaces spaces;
    private final AtomicInteger clients = new AtomicInteger();
    private volatile int maxClients = DaemonConfig.DEFAULTS.maxClients();
    private volatile boolean closed;

    private DaemonServer(Path socket, Object key, ServerSocketChannel listener, ServedSpaces spaces) {
        this.socket = socket;
        this.key = key;
        this.listener = listener;
        this.spaces = spaces;
    }

    /** Listens on a socket that the service manager has made, and that stays when we go. */
    static DaemonServer on(ServerSocketChannel listener, ServedSpaces spaces) throws IOException {
        return new DaemonServer(
                ((UnixDomainSocketAddress) listener.getLocalAddress()).getPath(), null, listener, spaces);
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

    /** Where clients connect. */
    Path socket() {
        return socket;
    }

    void configure(DaemonConfig config) {
        maxClients = config.maxClients();
    }

    /** Begins to serve, until {@link #close}. */
    void start() {
        Thread.ofVirtual().name("tpfutexd-accept").start(this::serve);
    }

    private void serve() {
        while (!closed) {
            try {
                SocketChannel client = listener.accept();
                Thread.ofVirtual().name("tpfutexd-client").start(() -> converse(client));
            } catch (ClosedChannelException end) {
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
        closed = true;
        if (key == null) {
            // Who connects from now on is answered by our successor.
            return;
        }
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
        int others = clients.getAndIncrement();
        try (connection) {
            if (others >= maxClients) {
                refuse(connection, others + " clients are connected, and no more may be: max-clients in the daemon's"
                        + " configuration");
                return;
            }
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
        } finally {
            clients.decrementAndGet();
        }
    }

    /** Reads who it is and begins to serve it; null if it was refused. */
    private Greeting join(SocketChannel connection, BufferedReader reader) throws IOException {
        try {
            Greeting client = Greeting.parse(Greeting.receive(reader));
            spaces.join(client);
            return client;
        } catch (RuntimeException e) {
            refuse(connection, String.valueOf(e.getMessage()).replace('\n', ' '));
            return null;
        }
    }

    private static void refuse(SocketChannel connection, String why) throws IOException {
        LOG.log(System.Logger.Level.INFO, "refuses a client: {0}", why);
        Greeting.send(connection, Greeting.REFUSED + why);
    }
}
