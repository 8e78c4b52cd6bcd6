package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The listening socket that a service manager has made and passed on, as sd_listen_fds(3) describes it.
 *
 * <p>The JDK makes a channel of one descriptor only, that of standard input ({@link System#inheritedChannel}); so the
 * socket is moved there, where a daemon has nothing to read anyway. Never close that channel: it takes standard output
 * and error with it, and the socket is the manager's, who keeps those who connect for our successor.
 */
final class InheritedSocket {

    /** Which one to take if there are several: that of the socket unit, or of {@code FileDescriptorName=}. */
    static final String NAME = "tpfutexd.socket";

    private static final int FIRST = 3;
    private static final int STANDARD_INPUT = 0;

    private InheritedSocket() {}

    /**
     * Takes the socket; empty if none was passed to process {@code pid}. To be called once.
     *
     * @throws IOException if what was passed is no listening Unix stream socket
     */
    static Optional<ServerSocketChannel> take(Map<String, String> environment, int pid) throws IOException {
        int descriptor = find(environment, pid);
        if (descriptor < 0) {
            return Optional.empty();
        }
        int result = NativeFiles.duplicate(descriptor, STANDARD_INPUT);
        if (result < 0) {
            throw new IOException("descriptor " + descriptor + " of LISTEN_FDS: " + Errno.describe(result));
        }
        NativeFiles.close(descriptor);
        Channel channel = System.inheritedChannel();
        if (channel instanceof ServerSocketChannel server
                && server.getLocalAddress() instanceof UnixDomainSocketAddress) {
            return Optional.of(server);
        }
        throw new IOException("descriptor " + descriptor + " of LISTEN_FDS is not a listening Unix stream socket");
    }

    /** The descriptor, or -1. */
    static int find(Map<String, String> environment, int pid) {
        if (!Integer.toString(pid).equals(environment.get("LISTEN_PID"))) {
            return -1;
        }
        int count;
        try {
            count = Integer.parseInt(environment.getOrDefault("LISTEN_FDS", "0"));
        } catch (NumberFormatException e) {
            return -1;
        }
        if (count <= 0) {
            return -1;
        }
        List<String> names = Arrays.asList(environment.getOrDefault("LISTEN_FDNAMES", "").split(":", -1));
        int index = names.indexOf(NAME);
        return FIRST + (index >= 0 && index < count ? index : 0);
    }
}
