package dev.tpfutex.shm;

import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.OfdLock;
import dev.tpfutex.shm.linux.ProcFs;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A space file in the making, {@code .tpfutex-*.tmp}, on a file system that has no files without names. Its first byte is
 * locked while its creator lives: one that nobody has locked is left over from a creator that was killed, and whoever
 * next creates a space in the directory removes it.
 */
final class TemporaryFile {

    private static final String BEGINNING = ".tpfutex-";
    private static final String END = ".tmp";

    private static final int PRIVATE = 0600;
    private static final int CREATE = NativeFiles.O_RDWR | NativeFiles.O_CREAT | NativeFiles.O_EXCL;
    private static final int LOOK = NativeFiles.O_RDWR | NativeFiles.O_NONBLOCK | NativeFiles.O_NOCTTY;

    private final String name;
    private final int fd;

    private TemporaryFile(String name, int fd) {
        this.name = name;
        this.fd = fd;
    }

    /** Makes one; it has a negative error number in place of a descriptor if it can't. */
    static TemporaryFile create(Path directory) {
        for (;;) {
            String name = directory.resolve(BEGINNING + ProcFs.randomUuid() + END).toString();
            TemporaryFile file = new TemporaryFile(name, NativeFiles.open(name, CREATE, PRIVATE));
            if (file.fd < 0 || file.isOurs()) {
                return file;
            }
            // Taken for left over in the moment before it was locked.
        }
    }

    /** Whether it is locked now, and nobody has removed it; closed if it is not. */
    private boolean isOurs() {
        boolean ours = false;
        try {
            FileStatus status = OfdLock.tryLock(fd, 0) ? FileStatus.of(fd) : null;
            ours = status != null && status.links() > 0;
        } finally {
            if (!ours) {
                NativeFiles.close(fd);
            }
        }
        return ours;
    }

    /** Removes what creators that were killed have left. What we may not touch stays. */
    static void removeLeftOver(Path directory) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, BEGINNING + "*" + END)) {
            for (Path file : files) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    removeIfLeftOver(file.toString());
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // They disturb nobody; the next one may have more luck.
        }
    }

    private static void removeIfLeftOver(String name) {
        int fd = NativeFiles.open(name, LOOK, 0);
        if (fd < 0) {
            return;
        }
        try {
            // Removed while it is locked, so that its creator, should it be about to lock it, sees that it has gone.
            if (OfdLock.tryLock(fd, 0)) {
                NativeFiles.unlink(name);
            }
        } catch (IllegalStateException cannotLock) {
            // Nor can its creator.
        } finally {
            NativeFiles.close(fd);
        }
    }

    String name() {
        return name;
    }

    /** The descriptor, which the creator goes on with, or a negative error number. */
    int fd() {
        return fd;
    }

    /** The file has its real name by now, or never will. */
    void end() {
        if (fd >= 0) {
            NativeFiles.unlink(name);
            OfdLock.unlock(fd, 0);
        }
    }
}
