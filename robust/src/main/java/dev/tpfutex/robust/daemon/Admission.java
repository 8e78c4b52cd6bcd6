package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.ShownFile;
import dev.tpfutex.shm.linux.NativeFiles;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Looks at what clients show, and has them served. That may take as long as a client wants: the file that it shows, and
 * even closing it, may be in the hands of a program of its own (FUSE). So each look has a thread, and there are few at a
 * time for one user; the others of that user wait. Used by the server's thread.
 */
final class Admission {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private static final int AT_A_TIME = 8;

    private final ServedSpaces spaces;
    private final BiConsumer<Connection, String> onDone;
    private final Map<Integer, Integer> running = new HashMap<>();
    private final Deque<Connection> waiting = new ArrayDeque<>();

    /** @param onDone told of a connection that was looked at, and why it is refused, or null; by any thread */
    Admission(ServedSpaces spaces, BiConsumer<Connection, String> onDone) {
        this.spaces = spaces;
        this.onDone = onDone;
    }

    /** Looks at one that has said its line; or, if it has not, lets go of what it has shown. */
    void begin(Connection connection) {
        int uid = connection.peer().uid();
        int own = running.getOrDefault(uid, 0);
        try {
            if (own >= AT_A_TIME) {
                waiting.add(connection);
                return;
            }
            running.put(uid, own + 1);
            Thread.ofPlatform().daemon().name("tpfutexd-admission").start(() -> look(connection));
        } catch (OutOfMemoryError e) {
            NativeFiles.close(connection.takeDescriptor());
            onDone.accept(connection, "the daemon has no thread for it");
        }
    }

    /** The thread of one is free. */
    void ended(Connection connection) {
        int uid = connection.peer().uid();
        running.computeIfPresent(uid, (user, count) -> count == 1 ? null : count - 1);
        for (Iterator<Connection> i = waiting.iterator(); i.hasNext();) {
            Connection next = i.next();
            if (next.peer().uid() == uid) {
                i.remove();
                begin(next);
                return;
            }
        }
    }

    private void look(Connection connection) {
        String refusal;
        try {
            refusal = admit(connection);
        } catch (RuntimeException e) {
            refusal = String.valueOf(e.getMessage());
        } catch (Error e) {
            // No memory, no threads: the next one may have more luck.
            LOG.log(System.Logger.Level.ERROR, "a client could not be admitted", e);
            refusal = "the daemon failed: " + e;
        }
        // That may wait: here, and not on the server's thread.
        NativeFiles.close(connection.takeDescriptor());
        onDone.accept(connection, refusal);
    }

    private String admit(Connection connection) {
        Greeting greeting = Greeting.parse(connection.line());
        if (!connection.hasDescriptor()) {
            return "no descriptor of the space file came with the first byte";
        }
        try (ShownFile file = ShownFile.of(connection.takeDescriptor())) {
            connection.serve(spaces.join(file, greeting.process(), connection.peer().uid()));
        }
        return null;
    }
}
