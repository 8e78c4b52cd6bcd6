package dev.tpfutex.ctl;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The command of {@code exec} could not be started. */
final class CommandNotStartedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final int exitCode;

    CommandNotStartedException(String command, IOException cause) {
        super("cannot start " + command + ": " + Text.message(cause), cause);
        this.exitCode = isThere(command) ? Exit.CANNOT_START : Exit.NO_COMMAND;
    }

    /** Whether there is a file that the command's name leads to, as execvp(3) looks for it. */
    private static boolean isThere(String command) {
        String path = System.getenv().getOrDefault("PATH", "");
        return command.contains("/")
                ? Files.exists(Path.of(command))
                : Stream.of(path.split(":")).anyMatch(folder -> Files.exists(Path.of(folder, command)));
    }

    /** As shells have it. */
    int exitCode() {
        return exitCode;
    }
}
