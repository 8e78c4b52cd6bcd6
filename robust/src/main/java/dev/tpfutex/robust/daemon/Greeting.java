package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.UnixStream;
import java.nio.charset.StandardCharsets;

/**
 * The daemon's protocol: one line from the client, one from the daemon, in UTF-8; after that the connection says
 * by its end that one of the two has gone.
 *
 * <pre>
 * TPFUTEX 2 PROCESS-INDEX        with the first byte, a descriptor of the space file, open for reading and writing
 * SERVING  |  REFUSED why
 * </pre>
 *
 * The descriptor says which file, and proves that the client may use it. Its open file description must be a new one:
 * with that of the client's process record the daemon would keep the client's byte-range lock, and the dead alive.
 *
 * @param process record of the client in the space
 */
record Greeting(int process) {

    static final String SERVING = "SERVING";
    static final String REFUSED = "REFUSED ";

    /** More than the longest line of a client. */
    static final int MAX_LINE = 64;

    private static final String VERSION = "TPFUTEX 2 ";

    private static final int MAX_ANSWER = 8192;

    /** Sends the client's line with a descriptor; whether it was sent. */
    boolean send(int connection, int descriptor) {
        byte[] line = bytes(VERSION + process);
        return UnixStream.send(connection, line, descriptor) == line.length;
    }

    /** Parses a client's line; throws {@link IllegalArgumentException} that says what is wrong with it. */
    static Greeting parse(String line) {
        if (!line.startsWith(VERSION)) {
            throw new IllegalArgumentException("expected a line that begins with " + VERSION.trim()
                    + "; another version of the library?");
        }
        try {
            return new Greeting(Integer.parseInt(line.substring(VERSION.length())));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected the index of a process record", e);
        }
    }

    /** A line as it is sent. */
    static byte[] bytes(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Waits for the daemon's line; empty if it does not come to its end. */
    static String awaitAnswer(int connection) {
        StringBuilder line = new StringBuilder();
        while (line.length() < MAX_ANSWER) {
            String part = receive(connection);
            if (part.isEmpty()) {
                return "";
            }
            line.append(part);
            if (part.endsWith("\n")) {
                return line.substring(0, line.length() - 1);
            }
        }
        return "";
    }

    /** Waits until the other side closes; what it still says is of no interest. */
    static void awaitEnd(int connection) {
        while (!receive(connection).isEmpty()) {
            // Nothing more is defined in this version.
        }
    }

    private static String receive(int connection) {
        return new String(UnixStream.receiveBytes(connection, MAX_LINE).bytes(), StandardCharsets.UTF_8);
    }
}
