package dev.tpfutex.api;

import java.io.Serial;
import java.nio.file.Path;
import java.util.Objects;

/** A lock space could not be opened or created. Nothing is left open, and no half-made file is left behind. */
public final class SpaceOpenException extends LockSpaceException {

    @Serial
    private static final long serialVersionUID = 1;

    private final Reason reason;
    private final String problem;

    /** Why a space could not be opened. */
    public enum Reason {

        /** There is no such file (and it was not to be created), or no such directory. */
        NOT_FOUND(
                "there is no such file",
                "Check the path. SpaceOptions.create(true) creates the file, but no directory."),

        /** Something else is at this path: a file of another format, a directory, a device. */
        NOT_A_SPACE_FILE("this is not a lock space", "Check the path; nothing was changed."),

        /** The file has a layout this version does not know. */
        OTHER_VERSION(
                "it has another layout version",
                "Use one version of the library in all processes, or stop them all and delete the file."),

        /** The file was written by a machine of the other byte order. */
        OTHER_BYTE_ORDER(
                "it has the other byte order", "A lock space cannot be moved between hosts; delete the file."),

        /** The file is shorter than its header says. */
        TRUNCATED("the file is too short", "Stop all users and delete it; it will be created anew."),

        /** The header contradicts itself. */
        DAMAGED("the file is damaged", "Stop all users and delete it; it will be created anew."),

        /** Shared mappings are not coherent or not supported there: NFS, 9p, FUSE and the like. */
        UNSUITABLE_FILE_SYSTEM(
                "its file system cannot share memory between processes",
                "Use a local file system, best a tmpfs such as /dev/shm."),

        /** The operating system refuses access to the file or its directory, or the mode or group asked for. */
        NO_PERMISSION(
                "permission denied",
                "All users need read and write access: create it with SpaceOptions.permissions() and group()."),

        /** The group asked for does not exist on this system. */
        UNKNOWN_GROUP("there is no such group", "Create the group, or name another: SpaceOptions.group()."),

        /** The file system, or the user's quota, has no room for the whole file. */
        NO_SPACE("there is not enough space for the file", "Free some, or create it with smaller limits."),

        /** The file was deleted or replaced while it was being opened, again and again. */
        REPLACED("the file was deleted or replaced meanwhile", "Find out who deletes it, then open it again."),

        /** This operating system, processor or JVM is not supported. */
        UNSUPPORTED_SYSTEM(
                "this system is not supported", "It needs Linux on x86-64 or aarch64, and native access enabled."),

        /** The mapping that was asked for is not installed, or does not work in this JVM. */
        NO_SUCH_MAPPING(
                "it cannot be mapped in the way that was asked for",
                "Have its jars at run time and give the JVM the flags they need, or leave out SpaceOptions.mapping()."),

        /** Any other input or output error; see the cause. */
        IO("input/output error", "See the cause.");

        private final String text;
        private final String advice;

        Reason(String text, String advice) {
            this.text = text;
            this.advice = advice;
        }

        String text() {
            return text;
        }

        String advice() {
            return advice;
        }
    }

    /**
     * For implementations.
     *
     * @param space path of the space
     * @param reason the kind of failure
     * @param detail what exactly, to stand in parentheses, for example {@code layout 3, this library knows 2};
     *     may be empty
     * @param cause may be {@code null}
     */
    public SpaceOpenException(Path space, Reason reason, String detail, Throwable cause) {
        super(space, Messages.notOpened(space, reason, detail) + ". " + reason.advice(), cause);
        this.reason = reason;
        this.problem = Messages.notOpened(space, reason, detail);
    }

    /**
     * For implementations: without a cause.
     *
     * @param space path of the space
     * @param reason the kind of failure
     * @param detail what exactly; may be empty
     */
    public SpaceOpenException(Path space, Reason reason, String detail) {
        this(space, Objects.requireNonNull(reason, "reason"), detail, null);
    }

    /**
     * Why, for programs.
     *
     * @return the kind of failure
     */
    public Reason reason() {
        return reason;
    }

    /**
     * The message without its advice, which is for those who write programs: for tools with another one for those who use
     * them.
     *
     * @return for example {@code Cannot open lock space /dev/shm/orders.tpf: there is no such file}
     */
    public String problem() {
        return problem;
    }
}
