package dev.tpfutex.robust.daemon;

import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.spi.DaemonExtension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** The extensions that are at work. What goes wrong in one of them does not concern the spaces. */
final class Extensions implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private final List<DaemonExtension.Running> running = new ArrayList<>();

    private Extensions() {}

    /** None. */
    static Extensions none() {
        return new Extensions();
    }

    /** Starts those with these names, each with its value. */
    static Extensions start(Map<String, String> wanted) throws IOException {
        Extensions started = none();
        try {
            for (Map.Entry<String, String> each : wanted.entrySet()) {
                DaemonExtension extension = find(each.getKey()).orElseThrow();
                started.running.add(extension.start(each.getValue()));
            }
            return started;
        } catch (IOException | RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** The one of a name, if it is installed. */
    static Optional<DaemonExtension> find(String name) {
        return ServiceLoader.load(DaemonExtension.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(extension -> extension.name().equals(name))
                .findFirst();
    }

    /** What to add to the complaint that there is no such option, or setting. */
    static String whyUnknown(String name) {
        return name.equals("metrics") ? ": tpfutex-prometheus is not on the path" : "";
    }

    /** What is said of those that are installed when somebody asks for help. */
    static String usage() {
        StringBuilder usage = new StringBuilder();
        ServiceLoader.load(DaemonExtension.class).forEach(extension -> usage.append(extension.usage()));
        return usage.toString();
    }

    /** What to say of each when the daemon begins to serve. */
    List<String> describe() {
        return running.stream().map(DaemonExtension.Running::describe).toList();
    }

    void opened(SpaceMonitor space) {
        tell(each -> each.opened(space));
    }

    void closing(SpaceMonitor space) {
        tell(each -> each.closing(space));
    }

    @Override
    public void close() {
        tell(DaemonExtension.Running::close);
    }

    private void tell(Consumer<DaemonExtension.Running> news) {
        for (DaemonExtension.Running each : running) {
            try {
                news.accept(each);
            } catch (RuntimeException failure) {
                LOG.log(System.Logger.Level.WARNING, "an extension failed", failure);
            }
        }
    }
}
