package dev.tpfutex.robust.space;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.daemon.DaemonSockets;
import java.nio.file.Path;
import java.util.List;

/**
 * As what a process attaches itself.
 *
 * @param daemon whether it only coordinates; embedded coordinators yield to it
 * @param daemonSockets where a client looks for a daemon, in this order
 */
public record Role(boolean daemon, List<Path> daemonSockets) {

    static Role client(SpaceOptions options) {
        return new Role(false, options.daemon() ? DaemonSockets.toTry(options.daemonSocket()) : List.of());
    }

    /** The daemon itself. */
    public static Role ofDaemon() {
        return new Role(true, List.of());
    }
}
