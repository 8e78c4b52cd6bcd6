package dev.tpfutex.robust.daemon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The daemon's command line.
 *
 * @param help whether only {@link #USAGE} is wanted
 * @param config a file to read now and whenever told so
 * @param socket where to listen
 * @param spaces served from the start and for good
 */
record DaemonArguments(boolean help, Optional<Path> config, Optional<Path> socket, List<Path> spaces) {

    static final String USAGE = """
            usage: tpfutexd [--config FILE] [--socket PATH] [--space FILE]...

              --config FILE  configuration, read again on SIGHUP
              --socket PATH  Unix socket to listen on; without it that of the service manager, or
                             of the configuration, or tpfutexd.sock in $RUNTIME_DIRECTORY
              --space FILE   a space to serve from the start and for good; must exist
            """;

    /** @throws IllegalArgumentException if they are wrong */
    static DaemonArguments parse(List<String> arguments) {
        Path config = null;
        Path socket = null;
        List<Path> spaces = new ArrayList<>();
        for (Iterator<String> i = arguments.iterator(); i.hasNext();) {
            String option = i.next();
            switch (option) {
                case "--config" -> config = value(option, i);
                case "--socket" -> socket = value(option, i);
                case "--space" -> spaces.add(value(option, i));
                case "--help", "-h" -> {
                    return new DaemonArguments(true, Optional.empty(), Optional.empty(), List.of());
                }
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        return new DaemonArguments(
                false, Optional.ofNullable(config), Optional.ofNullable(socket), List.copyOf(spaces));
    }

    private static Path value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return Path.of(rest.next()).toAbsolutePath();
    }
}
