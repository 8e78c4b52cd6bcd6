package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.SpaceFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A client's link to the daemon, if there is one: asks it to serve the space, and hears when it goes. While there
 * is none, one look at the file system a second is all that it costs.
 */
public final class DaemonLink implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex");
    private static final long RETRY_NANOS = 1_000_000_000;
    private static final long REFUSED_RETRY_NANOS = 10_000_000_000L;

    private final SpaceFile file;
    private final int process;
    private final List<Path> sockets;
    private final Runnable onChange;
    private long nextTry = System.nanoTime();
    private Thread thread;
    private boolean reported;
    private volatile boolean refused;
    private volatile SocketChannel channel;
    private volatile boolean closed;

    /** @param onChange called by the link's thread when the daemon has gone */
    public DaemonLink(SpaceFile file, int process, List<Path> sockets, Runnable onChange) {
        this.file = file;
        this.process = process;
        this.sockets = sockets;
        this.onChange = onChange;
    }

    /** Connects if there is something to connect to. Called now and then by one thread. */
    public void maintain() {
        if (closed || thread != null && thread.isAlive() || System.nanoTime() - nextTry < 0) {
            return;
        }
        nextTry = System.nanoTime() + (refused ? REFUSED_RETRY_NANOS : RETRY_NANOS);
        for (Path socket : sockets) {
            if (Files.exists(socket)) {
                thread = Thread.ofPlatform().daemon().name("tpfutex-daemon-link").start(this::talk);
                return;
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        SocketChannel open = channel;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "closing the link to the daemon", e);
            }
        }
    }

    /** Talks to the first daemon that answers; one that was killed may have left its socket behind. */
    private void talk() {
        refused = false;
        for (Path socket : sockets) {
            talk(socket);
            if (refused) {
                return;
            }
        }
    }

    private void talk(Path socket) {
        try (SocketChannel connection = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel = connection;
            if (!closed) {
                connection.connect(UnixDomainSocketAddress.of(socket));
                Greeting.send(connection, new Greeting(file.identity(), process, file.path()).encode());
                converse(socket, new BufferedReader(Channels.newReader(connection, StandardCharsets.UTF_8)));
            }
        } catch (IOException e) {
            reportUnreachable(socket, e);
        } finally {
            channel = null;
            if (!closed) {
                onChange.run();
            }
        }
    }

    /** A daemon that was killed leaves a socket that nobody answers: no news. One that we may not use is. */
    private void reportUnreachable(Path socket, IOException e) {
        if (!reported && !closed && Files.exists(socket) && !Files.isWritable(socket)) {
            reported = true;
            LOG.log(System.Logger.Level.INFO,
                    "the daemon at {0} cannot be used ({1}); one of the clients coordinates {2}",
                    socket, e.getMessage(), file.path());
        }
    }

    private void converse(Path socket, BufferedReader reader) throws IOException {
        String answer = Greeting.receive(reader);
        refused = answer != null && answer.startsWith(Greeting.REFUSED);
        if (refused && !reported) {
            reported = true;
            LOG.log(System.Logger.Level.WARNING, "the daemon at {0} does not serve {1}: {2}. One of the clients "
                    + "goes on coordinating it", socket, file.path(), answer.substring(Greeting.REFUSED.length()));
        }
        if (Greeting.SERVING.equals(answer)) {
            Greeting.awaitEnd(reader);
        }
    }
}
