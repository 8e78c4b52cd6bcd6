package dev.tpfutex.robust.monitor;

import java.util.Objects;

/**
 * A process that died, and whose locks, places in queues and slots have been given back.
 *
 * @param pid its process id, in its own pid namespace
 * @param command what it ran, in a few words
 * @param nanos from when its death was noticed until nothing of it was left; 0 if it had died before
 *     anybody could notice
 */
public record CleanUp(long pid, String command, long nanos) {

    /** Checks that nothing is {@code null}. */
    public CleanUp {
        Objects.requireNonNull(command, "command");
    }
}
