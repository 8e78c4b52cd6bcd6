package dev.tpfutex.prometheus;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Understands {@code [HOST:]PORT}. */
final class ListenAddress {

    private static final int MAX_PORT = 65_535;

    private ListenAddress() {}

    /** @throws IllegalArgumentException if it is not understood, or there is no such host */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(host(text, colon), port(text, text.substring(colon + 1)));
    }

    private static InetAddress host(String text, int colon) {
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (colon == 0 || host.contains(":") && !bracketed) {
            throw wrong(text);
        }
        try {
            return host.isEmpty() ? InetAddress.ofLiteral("127.0.0.1") : InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("--metrics: there is no host " + host, e);
        }
    }

    private static int port(String text, String digits) {
        try {
            int port = Integer.parseInt(digits);
            if (port >= 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw wrong(text);
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "--metrics: expected PORT or HOST:PORT, such as 9472 or [::1]:9472, not " + text);
    }
}
