package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.NativeFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that another process has open and shows to this one, by a descriptor in a message. That it is open for reading
 * and writing proves that the other side may read and write it: the kernel has checked that, with modes, groups, access
 * lists and whatever else there is. A path would prove nothing, and might lead elsewhere by the next look.
 *
 * <p>What is behind the descriptor is not trusted. All that is done with it before it is known to be an ordinary file on
 * a file system that cannot hang is to ask for its status; even that, and closing it, may take as long as the other side
 * wants (FUSE), so it is for a thread that nobody waits for. One thread, one object.
 */
public final class ShownFile implements AutoCloseable {

    private static final Path UNKNOWN = Path.of("/");
    private static final String DELETED = " (deleted)";

    private final int fd;
    private final FileStatus status;
    private final Path path;

    private ShownFile(int fd, FileStatus status, Path path) {
        this.fd = fd;
        this.status = status;
        this.path = path;
    }

    /**
     * Looks at what was shown. Closes the descriptor if that is no good.
     *
     * @throws SpaceOpenException saying what is wrong with it
     */
    public static ShownFile of(int fd) {
        boolean good = false;
        try {
            requireBothWays(fd);
            FileStatus status = FileStatus.of(fd);
            SpaceCheck.requireRegular(UNKNOWN, status);
            Path path = pathOf(fd);
            FileSystemKind.require(path, NativeFiles.fileSystemType(fd));
            ShownFile file = new ShownFile(fd, status, path);
            good = true;
            return file;
        } finally {
            if (!good) {
                NativeFiles.close(fd);
            }
        }
    }

    private static void requireBothWays(int fd) {
        int flags = NativeFiles.statusFlags(fd);
        int access = NativeFiles.O_ACCMODE | NativeFiles.O_PATH;
        if (flags < 0 || (flags & access) != NativeFiles.O_RDWR) {
            throw new SpaceOpenException(
                    UNKNOWN, Reason.NO_PERMISSION, "the file that was shown is not open for reading and writing");
        }
    }

    /** The path as the kernel has it; in the mount namespace of the other side, which may not be ours. */
    private static Path pathOf(int fd) {
        try {
            Path path = Files.readSymbolicLink(Path.of(link(fd)));
            String name = path.toString();
            if (!path.isAbsolute() || name.endsWith(DELETED) || name.chars().anyMatch(Character::isISOControl)) {
                throw new SpaceOpenException(
                        UNKNOWN, Reason.NOT_FOUND, "it was deleted, or its name is not one for a log");
            }
            return path;
        } catch (IOException e) {
            throw new SpaceOpenException(UNKNOWN, Reason.IO, "the kernel does not say where it is", e);
        }
    }

    private static String link(int fd) {
        return "/proc/self/fd/" + fd;
    }

    /** Where it is, for those who see the same files as the other side. */
    public Path path() {
        return path;
    }

    /** Which file it is. */
    public FileIdentity identity() {
        return FileIdentity.of(status);
    }

    /** Whether this process sees the file at its path: not if the other side sees other file systems. */
    public boolean isVisible() {
        return identity().isAt(path);
    }

    /**
     * Opens the same file, whatever its path leads to by now, as {@link SpaceFile#openOrCreate} does; with a description
     * of our own, since byte-range locks belong to that.
     *
     * @throws SpaceOpenException with the reason, {@code NO_PERMISSION} if this process may not, {@code REPLACED} if we
     *     see another file, or none, at the path
     */
    public SpaceFile open() {
        SpaceFile file = new SpaceOpener(path, SpaceOptions.defaults()).openAgain(link(fd));
        if (file == null) {
            throw new SpaceOpenException(path, Reason.REPLACED, "at this path this process sees another file, or none");
        }
        return file;
    }

    /** Lets go of what was shown. */
    @Override
    public void close() {
        NativeFiles.close(fd);
    }
}
