package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * A table of the space is full. Its sizes are fixed when the file is created, see {@link SpaceOptions}; the message
 * says which one and how to raise it. The space itself stays usable.
 */
public final class LimitExceededException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final Limit limit;
    private final long size;

    /** What a space can run out of. */
    public enum Limit {

        /** Different lock names, {@link SpaceOptions#locks(int)}. */
        LOCKS("lock", "locks", ""),

        /** Threads of all processes that use the space at a time, {@link SpaceOptions#tasks(int)}. */
        TASKS("thread", "threads", " at a time"),

        /** Threads of this process that use the space at a time: the system property {@code tpfutex.tasks}. */
        TASKS_OF_PROCESS("thread of this process", "threads of this process", " at a time"),

        /** Processes that have the space open at a time, {@link SpaceOptions#processes(int)}. */
        PROCESSES("process", "processes", " at a time");

        private final String one;
        private final String many;
        private final String when;

        Limit(String one, String many, String when) {
            this.one = one;
            this.many = many;
            this.when = when;
        }

        String text(long size) {
            return size + " " + (size == 1 ? one : many) + when;
        }

        String advice() {
            if (this == TASKS_OF_PROCESS) {
                return "The others are kept for other processes. To raise it, start this one with -Dtpfutex.tasks=more.";
            }
            return "To raise it, stop all users, delete the file and create it anew with SpaceOptions."
                    + name().toLowerCase(Locale.ROOT) + "(more).";
        }
    }

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param limit which table is full
     * @param size how many entries it has
     */
    public LimitExceededException(Path space, Limit limit, long size) {
        super(space, Messages.limit(space, limit, size), null);
        this.limit = Objects.requireNonNull(limit, "limit");
        this.size = size;
    }

    /**
     * Which table is full.
     *
     * @return the limit
     */
    public Limit limit() {
        return limit;
    }

    /**
     * How many there may be, all of them in use.
     *
     * @return the size given when the file was created, or as a system property
     */
    public long size() {
        return size;
    }
}
