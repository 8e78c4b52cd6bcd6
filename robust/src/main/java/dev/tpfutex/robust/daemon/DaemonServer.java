package dev.tpfutex.robust.daemon;

import dev.tpfutex.robust.attendant.Rounds;
import dev.tpfutex.robust.attendant.Signs;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.Poller;
import dev.tpfutex.shm.linux.UnixStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Accepts clients on the daemon's Unix socket, and listens to all of them on one thread, which waits for none. What a
 * client can make it keep is one {@link Connection}, for {@link #GREETING_NANOS} unless it is let in.
 */
final class DaemonServer implements AutoCloseable, Rounds {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    /** Who connects has so long to say who it is. */
    static final long GREETING_NANOS = 5_000_000_000L;

    private static final long RETRY_NANOS = 100_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long FOREVER = -1;

    /** Accepted in one go, so that those who are connected get their turn. */
    private static final int AT_A_TIME = 64;

    private record Outcome(Connection connection, String refusal) {}

    private final ListeningSocket socket;
    private final ServedSpaces spaces;
    private final Poller poller = new Poller();
    private final Headcount headcount = new Headcount();
    private final Admission admission;
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private final Map<Integer, Connection> connections = new HashMap<>();
    /** Those that have yet to say who they are, the first to come first; and some that have by now. */
    private final Deque<Connection> silent = new ArrayDeque<>();
    private final Signs signs = new Signs();
    private final Thread thread;
    private boolean accepting;
    private long nextAccept;
    private volatile boolean closed;

    private DaemonServer(ListeningSocket socket, ServedSpaces spaces) {
        this.socket = socket;
        this.spaces = spaces;
        this.admission = new Admission(spaces, this::tell);
        this.thread = Thread.ofPlatform().daemon().name("tpfutexd-clients").unstarted(this::serve);
    }

    /** Listens on a socket. */
    static DaemonServer on(ListeningSocket socket, ServedSpaces spaces) {
        return new DaemonServer(socket, spaces);
    }

    /** Listens on a socket file of its own. */
    static DaemonServer bind(Path socket, ServedSpaces spaces) throws IOException {
        return on(ListeningSocket.bind(socket, ListeningSocket.Access.BY_UMASK), spaces);
    }

    /** Where clients connect. */
    Path socket() {
        return socket.path();
    }

    void configure(DaemonConfig config) {
        headcount.limit(config.limits());
    }

    /** Begins to serve, until {@link #close}. */
    void start() {
        thread.start();
    }

    @Override
    public void awaitSign(Runnable sign) {
        signs.add(sign);
        poller.wakeUp();
    }

    @Override
    public void close() {
        closed = true;
        poller.wakeUp();
        join();
        poller.close();
        socket.close();
    }

    private void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- the server's thread -------------------------------------------------------------------

    private void serve() {
        while (!closed) {
            try {
                round();
            } catch (RuntimeException | Error e) {
                // No memory, say: those who are connected go on being served.
                LOG.log(System.Logger.Level.ERROR, "the daemon's server failed and goes on", e);
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
        signs.end();
        List.copyOf(connections.values()).forEach(this::end);
    }

    private void round() {
        long now = System.nanoTime();
        acceptAgain(now);
        endThoseWhoSayNothing(now);
        int[] ready = poller.await(pauseMillis(now));
        for (Outcome outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
            settle(outcome);
        }
        for (int fd : ready) {
            Connection connection = connections.get(fd);
            if (fd == socket.fd()) {
                accept();
            } else if (connection != null) {
                listen(connection);
            }
        }
        signs.handOn(Runnable::run);
    }

    private long pauseMillis(long now) {
        long next = Long.MAX_VALUE;
        if (!accepting) {
            next = nextAccept - now;
        }
        if (!silent.isEmpty()) {
            next = Math.min(next, silent.getFirst().deadline() - now);
        }
        return next == Long.MAX_VALUE ? FOREVER : Math.max(0, next / NANOS_PER_MILLI + 1);
    }

    private void acceptAgain(long now) {
        if (!accepting && now - nextAccept >= 0) {
            accepting = true;
            poller.add(socket.fd());
        }
    }

    private void accept() {
        for (int i = 0; i < AT_A_TIME; i++) {
            int fd = UnixStream.accept(socket.fd());
            if (fd == -Errno.EAGAIN) {
                return;
            }
            if (fd < 0) {
                // Out of descriptors, say. Whoever waits at the socket would have us look again and again.
                LOG.log(System.Logger.Level.WARNING, "accepting a client failed: {0}", Errno.describe(fd));
                poller.remove(socket.fd());
                accepting = false;
                nextAccept = System.nanoTime() + RETRY_NANOS;
                return;
            }
            welcome(fd);
        }
    }

    private void welcome(int fd) {
        Connection connection = null;
        try {
            UnixStream.Peer peer = UnixStream.peer(fd);
            connection = peer == null ? null : enter(fd, peer);
        } finally {
            if (connection == null) {
                NativeFiles.close(fd);
            }
        }
        if (connection != null) {
            listenTo(connection);
        }
    }

    /** Counts one more client; null if there may be none. */
    private Connection enter(int fd, UnixStream.Peer peer) {
        Connection connection = new Connection(fd, peer, System.nanoTime() + GREETING_NANOS);
        String refusal = headcount.enter(peer.uid());
        if (refusal == null) {
            return connection;
        }
        refuse(connection, refusal);
        return null;
    }

    /** From here on it is ours to {@link #end}. */
    private void listenTo(Connection connection) {
        boolean listening = false;
        try {
            connections.put(connection.fd(), connection);
            silent.add(connection);
            poller.add(connection.fd());
            listening = true;
        } finally {
            if (!listening) {
                silent.remove(connection);
                end(connection);
            }
        }
    }

    private void listen(Connection connection) {
        switch (connection.read()) {
            case PART -> {}
            case LINE -> {
                poller.remove(connection.fd());
                silent.remove(connection);
                admission.begin(connection);
            }
            case END -> dismiss(connection);
        }
    }

    private void endThoseWhoSayNothing(long now) {
        while (!silent.isEmpty() && silent.getFirst().deadline() - now <= 0) {
            Connection connection = silent.getFirst();
            refuse(connection, "no line came within " + GREETING_NANOS / 1_000_000_000 + " s");
            dismiss(connection);
        }
    }

    /** Ends one that is not being looked at. What it has shown, somebody lets go of who may wait. */
    private void dismiss(Connection connection) {
        poller.remove(connection.fd());
        silent.remove(connection);
        if (connection.hasDescriptor()) {
            admission.begin(connection);
        } else {
            end(connection);
        }
    }

    /** Called by any thread. */
    private void tell(Connection connection, String refusal) {
        outcomes.add(new Outcome(connection, refusal));
        poller.wakeUp();
    }

    private void settle(Outcome outcome) {
        Connection connection = outcome.connection();
        admission.ended(connection);
        if (outcome.refusal() == null && connection.say(Greeting.SERVING)) {
            poller.add(connection.fd());
            return;
        }
        // Who has not said a whole line has gone, or been told already that it has been too slow.
        if (outcome.refusal() != null && connection.hasGreeted()) {
            refuse(connection, outcome.refusal());
        }
        end(connection);
    }

    private static void refuse(Connection connection, String why) {
        String line = why.replaceAll("\\p{Cntrl}", " ");
        LOG.log(System.Logger.Level.INFO, "refuses a client, process {0} of user {1}: {2}",
                String.valueOf(connection.peer().pid()), String.valueOf(connection.peer().uid()), line);
        connection.say(Greeting.REFUSED + line);
    }

    private void end(Connection connection) {
        connections.remove(connection.fd());
        NativeFiles.close(connection.fd());
        headcount.leave(connection.peer().uid());
        ServedSpaces.Client client = connection.client();
        if (client != null) {
            // May wait for somebody who is just opening a space.
            Thread.ofVirtual().name("tpfutexd-leave").start(() -> spaces.leave(client));
        }
    }
}
