package dev.tpfutex.robust.monitor;

import java.util.Objects;

/**
 * The coordinator of a space.
 *
 * @param epoch grows with each new one
 * @param pid process id of its host, in that one's pid namespace
 * @param command what the host runs, in a few words
 * @param daemon whether the host is a {@code tpfutexd}
 * @param here whether the host is this JVM
 */
public record Term(int epoch, long pid, String command, boolean daemon, boolean here) {

    /** Checks that nothing is {@code null}. */
    public Term {
        Objects.requireNonNull(command, "command");
    }
}
