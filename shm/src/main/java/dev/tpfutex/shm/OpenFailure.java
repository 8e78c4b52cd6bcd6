package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/** Turns error numbers into exceptions that say what is missing and to whom. */
final class OpenFailure {

    private OpenFailure() {}

    /**
     * The exception for a failed system call.
     *
     * @param doing what was tried, as in "opening it"
     * @param concerned the file or directory whose permissions count
     * @param result the negative error number
     */
    static SpaceOpenException of(Path space, String doing, Path concerned, long result) {
        String what = doing + ": " + Errno.describe(result);
        return switch ((int) -result) {
            case Errno.ENOSPC, Errno.EDQUOT, Errno.EFBIG -> new SpaceOpenException(space, Reason.NO_SPACE, what);
            case Errno.EACCES, Errno.EPERM ->
                new SpaceOpenException(space, Reason.NO_PERMISSION, what + "; " + permissions(concerned));
            case Errno.EROFS -> new SpaceOpenException(space, Reason.NO_PERMISSION, what);
            case Errno.EISDIR -> new SpaceOpenException(space, Reason.NOT_A_SPACE_FILE, "it is a directory");
            case Errno.ENXIO, Errno.ENODEV ->
                new SpaceOpenException(space, Reason.NOT_A_SPACE_FILE, "it is a socket or a device");
            case Errno.ENOENT, Errno.ENOTDIR -> new SpaceOpenException(space, Reason.NOT_FOUND, what);
            default -> new SpaceOpenException(space, Reason.IO, what);
        };
    }

    /** Who owns the file, who may use it, and who we are. */
    private static String permissions(Path path) {
        Path visible = nearestVisible(path);
        String whose = visible.equals(path) ? path.toString() : "directory " + visible;
        return whose + " has " + attributes(visible) + "; this process runs as " + user();
    }

    /** The path itself, or the nearest directory above that we are allowed to look at. */
    private static Path nearestVisible(Path path) {
        Path at = path;
        while (FileStatus.of(at.toString()) == null && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    private static String attributes(Path path) {
        try {
            PosixFileAttributes file = Files.readAttributes(path, PosixFileAttributes.class);
            return "owner " + file.owner().getName() + ", group " + file.group().getName() + ", mode "
                    + PosixFilePermissions.toString(file.permissions());
        } catch (IOException gone) {
            return "unknown permissions";
        }
    }

    private static String user() {
        return System.getProperty("user.name") + " (uid " + Threads.geteuid() + ", gid " + Threads.getegid() + ")";
    }
}
