package dev.tpfutex.robust.daemon;

import dev.tpfutex.robust.attendant.Rounds;
import dev.tpfutex.shm.linux.Threads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * {@code tpfutexd}: coordinates the spaces that clients ask it to, and those named on its command line or in its
 * configuration. SIGTERM and SIGINT stop it, SIGHUP has it read its configuration again.
 */
public final class TpFutexDaemon {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private final DaemonArguments arguments;
    private final Map<String, String> environment = System.getenv();
    private final ServiceManager manager = ServiceManager.ofThisProcess();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final ServedSpaces spaces = new ServedSpaces(this::tellStatus);
    private volatile String complaint = "";

    private TpFutexDaemon(DaemonArguments arguments) {
        this.arguments = arguments;
    }

    /** Runs until the process is told to stop. Exit code 2: wrong arguments or configuration; 1: could not start. */
    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    private static int run(List<String> args) {
        try {
            DaemonArguments arguments = DaemonArguments.parse(args);
            if (arguments.help()) {
                System.out.print(DaemonArguments.USAGE + Extensions.usage());
                return 0;
            }
            TpFutexDaemon daemon = new TpFutexDaemon(arguments);
            DaemonConfig config = daemon.read();
            Map<String, String> wanted = new LinkedHashMap<>(config.extensions());
            wanted.putAll(arguments.extensions());
            try (Extensions extensions = Extensions.start(wanted)) {
                return daemon.run(config, daemon.listen(config), extensions);
            }
        } catch (IllegalArgumentException e) {
            System.err.println("tpfutexd: " + e.getMessage() + "\n" + DaemonArguments.USAGE);
            return 2;
        } catch (IOException | RuntimeException e) {
            System.err.println("tpfutexd: " + e.getMessage());
            return 1;
        }
    }

    // ---- starting ------------------------------------------------------------------------------

    private DaemonConfig read() {
        if (arguments.config().isEmpty()) {
            return DaemonConfig.DEFAULTS;
        }
        Path file = arguments.config().get();
        try {
            return DaemonConfig.read(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private DaemonServer listen(DaemonConfig config) throws IOException {
        Optional<ListeningSocket> inherited = InheritedSocket.take(environment, Threads.getpid());
        return DaemonServer.on(
                inherited.isPresent() ? inherited.get() : ListeningSocket.bind(socket(config), config.access()),
                spaces);
    }

    private Path socket(DaemonConfig config) {
        return arguments.socket()
                .or(config::socket)
                .or(() -> Optional.ofNullable(environment.get("RUNTIME_DIRECTORY"))
                        .map(directory -> Path.of(directory.split(":")[0], "tpfutexd.sock")))
                .orElseThrow(() -> new IllegalArgumentException("--socket is missing"));
    }

    private int run(DaemonConfig config, DaemonServer server, Extensions extensions) {
        try (server; spaces) {
            spaces.tell(extensions);
            // Before anybody may know our pid: a signal must not end us half-way.
            Signals.on("TERM", stop::countDown);
            Signals.on("INT", stop::countDown);
            if (arguments.config().isPresent()) {
                Signals.on("HUP", () -> reload(server));
            }
            for (Path space : arguments.spaces()) {
                spaces.pin(space);
            }
            server.configure(config);
            spaces.configure(config);
            server.start();
            extensions.describe().forEach(line -> System.out.println("tpfutexd: " + line));
            System.out.println("tpfutexd: listening on " + server.socket());
            manager.ready(status());
            Watchdog.start(manager, () -> rounds(server));
            awaitStop();
            manager.stopping();
        }
        return 0;
    }

    private Collection<Rounds> rounds(DaemonServer server) {
        List<Rounds> all = new ArrayList<>(spaces.attendants());
        all.add(server);
        return all;
    }

    private void awaitStop() {
        try {
            stop.await();
        } catch (InterruptedException e) {
            LOG.log(System.Logger.Level.WARNING, "interrupted, and stops", e);
        }
    }

    // ---- running -------------------------------------------------------------------------------

    /** An error in the file leaves all as it was. */
    private synchronized void reload(DaemonServer server) {
        manager.reloading();
        try {
            DaemonConfig fresh = read();
            server.configure(fresh);
            spaces.configure(fresh);
            complaint = "";
            LOG.log(System.Logger.Level.INFO, "has read {0}", arguments.config().get());
        } catch (IllegalArgumentException e) {
            complaint = "; the configuration is that of before: " + e.getMessage();
            LOG.log(System.Logger.Level.ERROR, "the configuration is not taken over: {0}", e.getMessage());
        }
        manager.ready(status());
    }

    private void tellStatus() {
        manager.status(status());
    }

    private String status() {
        return "serves " + spaces.size() + " spaces" + complaint;
    }
}
