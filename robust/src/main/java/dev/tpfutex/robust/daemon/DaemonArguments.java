package dev.tpfutex.robust.daemon;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The daemon's command line.
 *
 * @param help whether only {@link #USAGE} is wanted
 * @param config a file to read now and whenever told so
 * @param socket where to listen
 * @param spaces served from the start and for good
 * @param extensions by name, with what is said to each
 */
record DaemonArguments(
        boolean help,
        Optional<Path> config,
        Optional<Path> socket,
        List<Path> spaces,
        Map<String, String> extensions) {

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
        Map<String, String> extensions = new LinkedHashMap<>();
        for (Iterator<String> i = arguments.iterator(); i.hasNext();) {
            String option = i.next();
            switch (option) {
                case "--config" -> config = path(option, i);
                case "--socket" -> socket = path(option, i);
                case "--space" -> spaces.add(path(option, i));
                case "--help", "-h" -> {
                    return new DaemonArguments(true, Optional.empty(), Optional.empty(), List.of(), Map.of());
                }
                default -> extensions.put(extension(option), value(option, i));
            }
        }
        return new DaemonArguments(
                false, Optional.ofNullable(config), Optional.ofNullable(socket), List.copyOf(spaces), extensions);
    }

    private static String extension(String option) {
        String name = option.startsWith("--") ? option.substring(2) : "";
        if (Extensions.find(name).isEmpty()) {
            throw new IllegalArgumentException("unknown option " + option + Extensions.whyUnknown(name));
        }
        return name;
    }

    private static Path path(String option, Iterator<String> rest) {
        return Path.of(value(option, rest)).toAbsolutePath();
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }
}
