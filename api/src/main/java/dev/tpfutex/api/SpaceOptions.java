package dev.tpfutex.api;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How to open a lock space, and what it is like if it has to be created. Immutable: each setter returns a changed copy.
 *
 * <pre>{@code
 * SpaceOptions.defaults().locks(10_000).permissions(PosixFilePermissions.fromString("rw-rw----")).group("traders")
 * }</pre>
 *
 * <p>{@code locks}, {@code tasks}, {@code processes}, {@code permissions} and {@code group} matter only to the process
 * that creates the file. One that finds it there takes it as it is.
 */
public final class SpaceOptions {

    /** Most locks a space can be created for: {@value}. */
    public static final int MAX_LOCKS = 1 << 24;

    /** Most threads at a time a space can be created for: {@value}. */
    public static final int MAX_TASKS = 1 << 16;

    /** Most processes at a time a space can be created for: {@value}. */
    public static final int MAX_PROCESSES = 1 << 14;

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> EXECUTE = PosixFilePermissions.fromString("--x--x--x");
    private static final SpaceOptions DEFAULTS = new SpaceOptions(
            new Values(1024, 4096, 256, Collections.unmodifiableSet(OWNER_ONLY), null, true, true, null, null, false));

    private final Values values;

    /** The fields; {@code null} for no group, the well-known daemon sockets, the usual mapping. */
    private record Values(int locks, int tasks, int processes, Set<PosixFilePermission> permissions, String group,
            boolean create, boolean daemon, Path socket, String mapping, boolean breakDeadlocks) {}

    private SpaceOptions(Values values) {
        this.values = values;
    }

    /**
     * 1,024 locks, 4,096 tasks, 256 processes; created if there is no file, with access for its owner only and the
     * group the system gives it; served by a daemon if one listens at a well-known socket.
     *
     * @return the defaults
     */
    public static SpaceOptions defaults() {
        return DEFAULTS;
    }

    /**
     * How many locks (different names) a new file has room for; 256 bytes each, and a little more for the name index.
     *
     * @param locks 1 to {@link #MAX_LOCKS}, default 1,024
     * @return a changed copy
     * @throws IllegalArgumentException if out of range
     */
    public SpaceOptions locks(int locks) {
        check("locks", locks, MAX_LOCKS);
        return new SpaceOptions(new Values(locks, values.tasks, values.processes, values.permissions, values.group,
                values.create, values.daemon, values.socket, values.mapping, values.breakDeadlocks));
    }

    /**
     * How many threads, of all processes together, can use a new space at a time; 384 bytes each.
     *
     * @param tasks 1 to {@link #MAX_TASKS}, default 4,096
     * @return a changed copy
     * @throws IllegalArgumentException if out of range
     */
    public SpaceOptions tasks(int tasks) {
        check("tasks", tasks, MAX_TASKS);
        return new SpaceOptions(new Values(values.locks, tasks, values.processes, values.permissions, values.group,
                values.create, values.daemon, values.socket, values.mapping, values.breakDeadlocks));
    }

    /**
     * How many processes can have a new space open at a time.
     *
     * @param processes 1 to {@link #MAX_PROCESSES}, default 256
     * @return a changed copy
     * @throws IllegalArgumentException if out of range
     */
    public SpaceOptions processes(int processes) {
        check("processes", processes, MAX_PROCESSES);
        return new SpaceOptions(new Values(values.locks, values.tasks, processes, values.permissions, values.group,
                values.create, values.daemon, values.socket, values.mapping, values.breakDeadlocks));
    }

    /**
     * The mode of a new file, exactly, whatever the umask. Whoever opens the space needs both read and write access; who may
     * only read is refused.
     *
     * @param permissions must let the owner read and write, and nobody execute; default {@code rw-------}
     * @return a changed copy
     * @throws IllegalArgumentException if the owner could not use the file, or it would be executable
     */
    public SpaceOptions permissions(Set<PosixFilePermission> permissions) {
        Set<PosixFilePermission> copy = EnumSet.noneOf(PosixFilePermission.class);
        copy.addAll(permissions);
        if (!copy.containsAll(OWNER_ONLY)) {
            throw new IllegalArgumentException("permissions must let the owner read and write, not "
                    + PosixFilePermissions.toString(copy));
        }
        if (!Collections.disjoint(copy, EXECUTE)) {
            throw new IllegalArgumentException("permissions must not make a lock space executable, not "
                    + PosixFilePermissions.toString(copy));
        }
        return new SpaceOptions(new Values(values.locks, values.tasks, values.processes,
                Collections.unmodifiableSet(copy), values.group, values.create, values.daemon, values.socket,
                values.mapping, values.breakDeadlocks));
    }

    /**
     * The group of a new file. Give it {@linkplain #permissions(Set) permissions} as well: the default has none for the
     * group. The creator must be a member.
     *
     * @param group name of the group, or {@code null} for the one the system gives, the default
     * @return a changed copy
     * @throws IllegalArgumentException if the name is blank
     */
    public SpaceOptions group(String group) {
        if (group != null && group.isBlank()) {
            throw new IllegalArgumentException("group must not be blank; null stands for the system's choice");
        }
        return new SpaceOptions(new Values(values.locks, values.tasks, values.processes, values.permissions, group,
                values.create, values.daemon, values.socket, values.mapping, values.breakDeadlocks));
    }

    /**
     * Whether a missing file is created. If not, opening it fails with {@link SpaceOpenException.Reason#NOT_FOUND}.
     *
     * @param create default {@code true}
     * @return a changed copy
     */
    public SpaceOptions create(boolean create) {
        return new SpaceOptions(new Values(values.locks, values.tasks, values.processes, values.permissions,
                values.group, create, values.daemon, values.socket, values.mapping, values.breakDeadlocks));
    }

    /**
     * Uses the daemon that listens at this socket and no other. With nobody listening there the processes serve
     * themselves until one does.
     *
     * @param socket path of a Unix domain socket
     * @return a changed copy
     */
    public SpaceOptions daemonSocket(Path socket) {
        Objects.requireNonNull(socket, "socket");
        return new SpaceOptions(new Values(values.locks, values.tasks, values.processes, values.permissions,
                values.group, values.create, true, socket, values.mapping, values.breakDeadlocks));
    }

    /**
     * Looks for no daemon; the processes serve themselves. (One that another process has called in serves this one
     * too.)
     *
     * @return a changed copy
     */
    public SpaceOptions withoutDaemon() {
        return new SpaceOptions(new Values(values.locks, values.tasks, values.processes, values.permissions,
                values.group, values.create, false, null, values.mapping, values.breakDeadlocks));
    }

    /**
     * Has another library map the file into this process: one whose name is found on the class path or module path,
     * such as {@code chronicle} of the artifact {@code tpfutex-chronicle}. Processes that map a file differently share
     * it all the same. Of several handles on one file in a JVM the first decides.
     *
     * @param mapping name of the mapping, {@code ffm} for the library's own; {@code null} for the default, which is that
     *     of the system property {@code tpfutex.mapping}, else the library's own
     * @return a changed copy
     * @throws IllegalArgumentException if the name is blank
     */
    public SpaceOptions mapping(String mapping) {
        if (mapping != null && mapping.isBlank()) {
            throw new IllegalArgumentException("mapping must not be blank; null stands for the default");
        }
        return new SpaceOptions(new Values(values.locks, values.tasks, values.processes, values.permissions,
                values.group, values.create, values.daemon, values.socket, mapping, values.breakDeadlocks));
    }

    /**
     * Whether a wait of this process's threads may be ended by a {@link DeadlockException} if it is part of a deadlock:
     * threads of one or several processes wait for each other in a circle, each for a lock of this space that another one
     * has, as its owner or a reader. Deadlocks are found, logged and counted in any case, a second after they have come about.
     * With this the one that has waited for the shortest time, of those that may be ended, gives up in favour of the
     * others; also in methods that no interrupt ends, such as {@link SharedMutex#lock()}. So it is for programs that then
     * release what the thread holds, and begin anew. Without it waits end as if there were no such thing.
     *
     * <p>It counts for all waits through the handle that is opened with it.
     *
     * @param breakDeadlocks default {@code false}
     * @return a changed copy
     */
    public SpaceOptions breakDeadlocks(boolean breakDeadlocks) {
        return new SpaceOptions(new Values(values.locks, values.tasks, values.processes, values.permissions,
                values.group, values.create, values.daemon, values.socket, values.mapping, breakDeadlocks));
    }

    /**
     * See {@link #locks(int)}.
     *
     * @return how many locks a new file has room for
     */
    public int locks() {
        return values.locks;
    }

    /**
     * See {@link #tasks(int)}.
     *
     * @return how many threads can use a new space at a time
     */
    public int tasks() {
        return values.tasks;
    }

    /**
     * See {@link #processes(int)}.
     *
     * @return how many processes can have a new space open at a time
     */
    public int processes() {
        return values.processes;
    }

    /**
     * See {@link #permissions(Set)}.
     *
     * @return the mode of a new file, unmodifiable
     */
    public Set<PosixFilePermission> permissions() {
        return values.permissions;
    }

    /**
     * See {@link #group(String)}.
     *
     * @return the group of a new file, or empty for the system's choice
     */
    public Optional<String> group() {
        return Optional.ofNullable(values.group);
    }

    /**
     * See {@link #create(boolean)}.
     *
     * @return whether a missing file is created
     */
    public boolean create() {
        return values.create;
    }

    /**
     * Whether a daemon may serve the space.
     *
     * @return {@code false} after {@link #withoutDaemon()}
     */
    public boolean daemon() {
        return values.daemon;
    }

    /**
     * See {@link #daemonSocket(Path)}.
     *
     * @return the only socket to try, or empty for the well-known ones (or none, see {@link #daemon()})
     */
    public Optional<Path> daemonSocket() {
        return Optional.ofNullable(values.socket);
    }

    /**
     * See {@link #mapping(String)}.
     *
     * @return name of the mapping, or empty for the default
     */
    public Optional<String> mapping() {
        return Optional.ofNullable(values.mapping);
    }

    /**
     * See {@link #breakDeadlocks(boolean)}.
     *
     * @return whether waits may be ended because of a deadlock
     */
    public boolean breakDeadlocks() {
        return values.breakDeadlocks;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpaceOptions options && values.equals(options.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString().replaceFirst("Values", "SpaceOptions");
    }

    private static void check(String what, int value, int limit) {
        if (value < 1 || value > limit) {
            throw new IllegalArgumentException(what + " must be between 1 and " + limit + ", not " + value);
        }
    }
}
