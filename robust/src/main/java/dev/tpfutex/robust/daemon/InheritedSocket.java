package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.UnixStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The listening socket that a service manager has made and passed on, as sd_listen_fds(3) describes it. */
final class InheritedSocket {

    /** Which one to take if there are several: that of the socket unit, or of {@code FileDescriptorName=}. */
    static final String NAME = "tpfutexd.socket";

    private static final int FIRST = 3;

    private InheritedSocket() {}

    /**
     * Takes the socket; empty if none was passed to process {@code pid}.
     *
     * @throws IOException if what was passed is no listening Unix stream socket
     */
    static Optional<ListeningSocket> take(Map<String, String> environment, int pid) throws IOException {
        int descriptor = find(environment, pid);
        if (descriptor < 0) {
            return Optional.empty();
        }
        // A daemon that is about to stop may accept whom we were told of.
        if (!UnixStream.isListener(descriptor) || NativeFiles.setBlocking(descriptor, false) < 0) {
            throw new IOException("descriptor " + descriptor + " of LISTEN_FDS is not a listening Unix stream socket");
        }
        return Optional.of(ListeningSocket.ofManager(descriptor));
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
