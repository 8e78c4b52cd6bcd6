package dev.tpfutex.ctl;

import java.io.IOException;
import java.io.Serial;

/** The command of {@code exec} could not be started. */
final class CommandNotStartedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    /** How the JDK says that execve(2) has failed with ENOENT. */
    private static final String NOT_FOUND = "error=2,";

    private final int exitCode;

    CommandNotStartedException(String command, IOException cause) {
        super("cannot start " + command + ": " + Text.message(cause), cause);
        this.exitCode = Text.message(cause).contains(NOT_FOUND) ? Exit.NO_COMMAND : Exit.CANNOT_START;
    }

    /** As shells have it. */
    int exitCode() {
        return exitCode;
    }
}
