package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Set;

/**
 * Makes a new space file so that others see it complete or not at all: an unnamed file (O_TMPFILE) is
 * filled, then linked to its name, which fails if somebody else was faster. A creator killed on the way
 * leaves nothing, since the kernel frees a file without a name. Where the file system has no unnamed
 * files, a temporary name stands in ({@link TemporaryFile}).
 *
 * <p>One attempt, one object; not thread-safe.
 */
class SpaceCreator {

    private static final int PRIVATE = 0600;

    private final Path path;
    private final Path directory;
    private final SpaceHeader header;
    private final SpaceOptions options;

    private int fd = -1;
    private TemporaryFile temporary;

    SpaceCreator(Path path, SpaceHeader header, SpaceOptions options) {
        this.path = path;
        this.directory = path.getParent();
        this.header = header;
        this.options = options;
    }

    /**
     * Creates the file.
     *
     * @return a descriptor, or -1 if a file of this name appeared meanwhile
     * @throws SpaceOpenException if it can't be created; nothing is left behind
     */
    int create() {
        FileSystemKind kind = checkDirectory();
        boolean published = false;
        try {
            fd = openUnnamed();
            if (fd == -Errno.EOPNOTSUPP || fd == -Errno.EISDIR || fd == -Errno.EINVAL) {
                fd = openTemporary();
            }
            check(fd, "creating a file in " + directory);
            fill(kind);
            published = publish();
        } finally {
            if (temporary != null) {
                temporary.end();
            }
            if (!published) {
                NativeFiles.close(fd);
            }
        }
        return published ? fd : -1;
    }

    private FileSystemKind checkDirectory() {
        long type = directory == null ? -Errno.EISDIR : NativeFiles.fileSystemType(directory.toString());
        if (type == -Errno.ENOENT || type == -Errno.ENOTDIR) {
            throw new SpaceOpenException(path, Reason.NOT_FOUND, "there is no directory " + directory);
        }
        check(type, "looking at " + directory);
        FileStatus status = FileStatus.of(directory.toString());
        if (status != null && !status.isDirectory()) {
            throw new SpaceOpenException(path, Reason.NOT_FOUND, directory + " is not a directory");
        }
        return FileSystemKind.require(path, type);
    }

    /** Tests take this away: some file systems have no unnamed files. */
    int openUnnamed() {
        return NativeFiles.openUnnamed(directory.toString(), PRIVATE);
    }

    private int openTemporary() {
        TemporaryFile.removeLeftOver(directory);
        temporary = TemporaryFile.create(directory);
        return temporary.fd();
    }

    private void fill(FileSystemKind kind) {
        long size = header.layout().fileSize();
        check(NativeFiles.allocate(fd, size), "allocating " + size + " bytes");
        FileMapping mapping = FileMapping.of(path, fd, size);
        try {
            header.write(mapping.segment(), System.currentTimeMillis());
        } finally {
            mapping.unmap();
        }
        if (options.group().isPresent()) {
            changeGroup(options.group().get());
        }
        check(NativeFiles.chmod(fd, bits(options.permissions())), "setting the permissions");
        if (kind.onDisk()) {
            // Or a power failure may leave the name of a file whose contents never reached the disk.
            check(NativeFiles.sync(fd), "writing it to the disk");
        }
    }

    private static int bits(Set<PosixFilePermission> permissions) {
        int bits = 0;
        for (PosixFilePermission permission : permissions) {
            // The constants are in the order rwxrwxrwx.
            bits |= 0400 >> permission.ordinal();
        }
        return bits;
    }

    private void changeGroup(String name) {
        try {
            GroupPrincipal group =
                    path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
            Path file = Path.of("/proc/self/fd/" + fd);
            Files.getFileAttributeView(file, PosixFileAttributeView.class).setGroup(group);
        } catch (UserPrincipalNotFoundException unknown) {
            throw new SpaceOpenException(
                    path, Reason.UNKNOWN_GROUP, "\"" + name + "\"", unknown);
        } catch (IOException refused) {
            throw new SpaceOpenException(
                    path,
                    Reason.NO_PERMISSION,
                    "giving it to the group \"" + name + "\", which only a member may",
                    refused);
        }
    }

    /** Tests stop here, the last moment at which nothing must be visible. */
    boolean publish() {
        String name = path.toString();
        int result = temporary == null ? NativeFiles.publish(fd, name) : NativeFiles.link(temporary.name(), name);
        if (result == -Errno.EEXIST) {
            return false;
        }
        check(result, "giving it its name");
        return true;
    }

    private void check(long result, String doing) {
        if (result < 0) {
            throw OpenFailure.of(path, doing, directory, result);
        }
    }
}
