package dev.tpfutex.prometheus;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * What a client of HTTP/1.1 asks for: the first line of its request. The rest is read and has no meaning here.
 *
 * @param method for example {@code GET}
 * @param path without what follows a question mark
 */
record HttpRequest(String method, String path) {

    /** Longest request that is read. */
    static final int MAX_BYTES = 8192;

    /** Within this time all of it has to be there. */
    static final long MAX_NANOS = 5_000_000_000L;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Reads one; null if it is none, or too long. */
    static HttpRequest read(Socket socket) throws IOException {
        String[] line = readHead(socket).split("\r?\n", 2)[0].split(" ");
        if (line.length != 3 || !line[2].startsWith("HTTP/1.") || !line[1].startsWith("/")) {
            return null;
        }
        return new HttpRequest(line[0], line[1].split("\\?", 2)[0]);
    }

    /** Everything up to the empty line; or what has come so far, if there is none. */
    private static String readHead(Socket socket) throws IOException {
        byte[] bytes = new byte[MAX_BYTES];
        long deadline = System.nanoTime() + MAX_NANOS;
        InputStream in = socket.getInputStream();
        int length = 0;
        while (length < MAX_BYTES) {
            long left = (deadline - System.nanoTime()) / NANOS_PER_MILLI;
            if (left <= 0) {
                throw new SocketTimeoutException("no request within " + MAX_NANOS / 1_000_000_000 + " s");
            }
            socket.setSoTimeout((int) left);
            int read = in.read(bytes, length, MAX_BYTES - length);
            if (read < 0) {
                return "";
            }
            length += read;
            String head = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            if (head.contains("\r\n\r\n") || head.contains("\n\n")) {
                return head;
            }
        }
        return "";
    }
}
