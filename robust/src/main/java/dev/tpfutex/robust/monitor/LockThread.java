package dev.tpfutex.robust.monitor;

import java.util.Objects;

/**
 * A thread of one of the processes that use a space, as the file names it; so for people, not for decisions.
 *
 * @param pid process id of its JVM, in the pid namespace of that JVM
 * @param name name of the thread, cut to 124 bytes; empty if it is not known any more
 */
public record LockThread(long pid, String name) {

    /** Checks that there is a name. */
    public LockThread {
        Objects.requireNonNull(name, "name");
    }
}
