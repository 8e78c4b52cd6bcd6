package dev.tpfutex.robust.daemon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where daemons listen. */
public final class DaemonSockets {

    /** System property with the path of the only socket to try. */
    public static final String PROPERTY = "tpfutex.daemon.socket";

    private static final String VARIABLE = "TPFUTEXD_SOCKET";
    private static final String NAME = "tpfutexd/tpfutexd.sock";

    private DaemonSockets() {}

    /**
     * The sockets a client tries, in this order: the one given, or that of the system property, or that of the
     * environment; otherwise the system's and then the user's runtime directory.
     */
    public static List<Path> toTry(Optional<Path> given) {
        if (given.isPresent()) {
            return List.of(given.get());
        }
        String override = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (override != null && !override.isBlank()) {
            return List.of(Path.of(override));
        }
        List<Path> sockets = new ArrayList<>();
        sockets.add(Path.of("/run").resolve(NAME));
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        if (runtime != null && !runtime.isBlank()) {
            sockets.add(Path.of(runtime).resolve(NAME));
        }
        return sockets;
    }
}
