package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.FileIdentity;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The daemon's protocol: one line from the client, one from the daemon, in UTF-8; after that the connection says
 * by its end that one of the two has gone.
 *
 * <pre>
 * TPFUTEX 1 DEVICE INODE PROCESS-INDEX PATH
 * SERVING  |  REFUSED why
 * </pre>
 *
 * @param file which space: a copy of the file has its bytes, so only the file itself can tell
 * @param process record of the client in the space
 * @param path absolute path of the space file
 */
record Greeting(FileIdentity file, int process, Path path) {

    static final String SERVING = "SERVING";
    static final String REFUSED = "REFUSED ";

    /** More than the longest path and everything around it. */
    private static final int MAX_LINE = 8192;

    private static final String VERSION = "TPFUTEX 1 ";

    String encode() {
        return VERSION + file.device() + " " + file.inode() + " " + process + " " + path;
    }

    /** Parses a client's line; throws {@link IllegalArgumentException} that says what is wrong with it. */
    static Greeting parse(String line) {
        if (line == null || !line.startsWith(VERSION)) {
            throw new IllegalArgumentException("expected a line that begins with " + VERSION.trim());
        }
        String[] parts = line.substring(VERSION.length()).split(" ", 4);
        if (parts.length != 4) {
            throw new IllegalArgumentException("expected device, inode, process index and path");
        }
        Path path = Path.of(parts[3]);
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("not an absolute path: " + path);
        }
        FileIdentity file = new FileIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
        return new Greeting(file, Integer.parseInt(parts[2]), path);
    }

    static void send(SocketChannel channel, String line) throws IOException {
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(line + "\n");
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Reads the other side's line, at most {@link #MAX_LINE} characters; null at its end. */
    static String receive(BufferedReader reader) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = reader.read(); c != '\n'; c = reader.read()) {
            if (c < 0) {
                return null;
            }
            if (line.length() == MAX_LINE) {
                throw new IOException("a line of more than " + MAX_LINE + " characters");
            }
            line.append((char) c);
        }
        return line.toString();
    }

    /** Reads until the other side closes; what it still says is of no interest. */
    static void awaitEnd(BufferedReader reader) throws IOException {
        char[] ignored = new char[256];
        while (reader.read(ignored) >= 0) {
            // Nothing more is defined in this version.
        }
    }
}
