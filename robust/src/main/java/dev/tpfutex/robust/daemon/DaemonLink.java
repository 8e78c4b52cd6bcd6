package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.UnixStream;
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
    private static final int NONE = -1;

    private final SpaceFile file;
    private final int process;
    private final List<Path> sockets;
    private final Runnable onChange;
    private long nextTry = System.nanoTime();
    private Thread thread;
    private boolean reported;
    private volatile boolean refused;
    /** Guarded by this, so that no other descriptor of the same number is shut down. */
    private int connection = NONE;
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
    public synchronized void close() {
        closed = true;
        if (connection != NONE) {
            UnixStream.shutdown(connection);
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
        int fd = UnixStream.connect(socket);
        if (fd < 0) {
            reportUnreachable(socket, fd);
            return;
        }
        try {
            if (isOpen(fd) && greet(fd)) {
                converse(socket, fd);
            }
        } finally {
            end(fd);
            if (!closed) {
                onChange.run();
            }
        }
    }

    private synchronized boolean isOpen(int fd) {
        connection = closed ? NONE : fd;
        return !closed;
    }

    private synchronized void end(int fd) {
        connection = NONE;
        NativeFiles.close(fd);
    }

    /** Shows the daemon the file, by a description that has none of our locks and is nobody's a moment later. */
    private boolean greet(int fd) {
        int shown = file.openAgain();
        if (shown < 0) {
            reportNotShown(shown);
            return false;
        }
        try {
            new Greeting(process).send(fd, shown);
        } finally {
            NativeFiles.close(shown);
        }
        // Also if it could not be sent: who refuses may do so before we speak.
        return true;
    }

    private void reportNotShown(int error) {
        if (!reported) {
            reported = true;
            LOG.log(System.Logger.Level.INFO, "the daemon cannot be shown {0} ({1}); one of the clients coordinates it",
                    file.path(), Errno.describe(error));
        }
    }

    /** A daemon that was killed leaves a socket that nobody answers: no news. One that we may not use is. */
    private void reportUnreachable(Path socket, int error) {
        if (!reported && !closed && Files.exists(socket) && !Files.isWritable(socket)) {
            reported = true;
            LOG.log(System.Logger.Level.INFO,
                    "the daemon at {0} cannot be used ({1}); one of the clients coordinates {2}",
                    socket, Errno.describe(error), file.path());
        }
    }

    private void converse(Path socket, int fd) {
        String answer = Greeting.awaitAnswer(fd);
        refused = answer.startsWith(Greeting.REFUSED);
        if (refused && !reported) {
            reported = true;
            LOG.log(System.Logger.Level.WARNING, "the daemon at {0} does not serve {1}: {2}. One of the clients "
                    + "goes on coordinating it", socket, file.path(), answer.substring(Greeting.REFUSED.length()));
        }
        if (Greeting.SERVING.equals(answer)) {
            Greeting.awaitEnd(fd);
        }
    }
}
