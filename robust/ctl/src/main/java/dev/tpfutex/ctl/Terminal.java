package dev.tpfutex.ctl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code /proc} says about this process and its terminal: proc_pid_stat(5). */
final class Terminal {

    // Fields behind the command: state, parent, process group, session, terminal, its foreground process group.
    private static final int GROUP = 2;
    private static final int TERMINAL = 4;
    private static final int FOREGROUND = 5;

    private Terminal() {}

    /** Whether this process belongs to the group that gets the signals typed at its terminal. */
    static boolean isForeground() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return !fields[TERMINAL].equals("0") && fields[GROUP].equals(fields[FOREGROUND]);
        } catch (IOException | IndexOutOfBoundsException unknown) {
            return false;
        }
    }
}
