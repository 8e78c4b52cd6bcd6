package dev.tpfutex.robust.daemon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** {@code tpfutexd}: coordinates the spaces that clients ask it to, and those named on its command line. */
public final class TpFutexDaemon {

    private static final String USAGE = """
            usage: tpfutexd --socket PATH [--space FILE]...

              --socket PATH  Unix socket to listen on
              --space FILE   a space to serve from the start and for good; must exist
            """;

    private record Arguments(Path socket, List<Path> spaces) {}

    private TpFutexDaemon() {}

    /** Runs until the process is ended. Exit code 2: wrong arguments; 1: could not start. */
    public static void main(String[] args) {
        Arguments arguments = null;
        try {
            arguments = parse(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println("tpfutexd: " + e.getMessage() + "\n" + USAGE);
            System.exit(2);
        }
        try {
            run(arguments);
        } catch (IOException | RuntimeException e) {
            System.err.println("tpfutexd: " + e.getMessage());
            System.exit(1);
        }
    }

    private static Arguments parse(List<String> args) {
        Path socket = null;
        List<Path> spaces = new ArrayList<>();
        for (Iterator<String> i = args.iterator(); i.hasNext();) {
            String option = i.next();
            switch (option) {
                case "--socket" -> socket = value(option, i);
                case "--space" -> spaces.add(value(option, i));
                case "--help", "-h" -> {
                    System.out.print(USAGE);
                    System.exit(0);
                }
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }
        if (socket == null) {
            throw new IllegalArgumentException("--socket is missing");
        }
        return new Arguments(socket.toAbsolutePath(), List.copyOf(spaces));
    }

    private static Path value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return Path.of(rest.next());
    }

    private static void run(Arguments arguments) throws IOException {
        ServedSpaces spaces = new ServedSpaces();
        DaemonServer server = DaemonServer.bind(arguments.socket(), spaces);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            server.close();
            spaces.close();
        }, "tpfutexd-shutdown"));
        for (Path space : arguments.spaces()) {
            spaces.pin(space);
        }
        System.out.println("tpfutexd: listening on " + arguments.socket());
        server.serve();
    }
}
