package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.Membarrier;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.ProcFs;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * One opening of a space file: looks for it, creates it, or finds that somebody else just did, until one
 * of these succeeds. Not thread-safe.
 */
final class SpaceOpener {

    /** Each repetition needs another process to delete or create the file at that very moment. */
    private static final int ATTEMPTS = 100;

    // Not blocking, so that a FIFO at the path can't hang us; it has no meaning for ordinary files.
    static final int FLAGS = NativeFiles.O_RDWR | NativeFiles.O_NONBLOCK | NativeFiles.O_NOCTTY;

    private final Path path;
    private final SpaceOptions options;

    SpaceOpener(Path path, SpaceOptions options) {
        this.path = path;
        this.options = options;
    }

    SpaceFile open() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int fd = NativeFiles.open(path.toString(), FLAGS, 0);
            SpaceFile file = fd == -Errno.ENOENT ? create() : openExisting(fd);
            if (file != null) {
                return file;
            }
        }
        if (Files.isSymbolicLink(path) && !Files.exists(path)) {
            throw new SpaceOpenException(path, Reason.NOT_FOUND, "it is a symbolic link to a file that isn't there");
        }
        throw new SpaceOpenException(path, Reason.REPLACED, ATTEMPTS + " attempts");
    }

    /** Opens the file behind a descriptor, by its link in {@code /proc}; null if the path does not lead to it. */
    SpaceFile openAgain(String link) {
        return openExisting(NativeFiles.open(link, FLAGS, 0));
    }

    private SpaceFile create() {
        if (!options.create()) {
            throw notFound();
        }
        SpaceLayout layout = new SpaceLayout(options.locks(), options.tasks(), options.processes());
        SpaceHeader header = new SpaceHeader(layout, ProcFs.randomUuid(), ProcFs.bootId(), Membarrier.isSupported());
        int fd = new SpaceCreator(path, header, options).create();
        return fd < 0 ? null : map(fd, header, true);
    }

    private SpaceOpenException notFound() {
        Path directory = path.getParent();
        boolean missing = directory != null && !Files.exists(directory, LinkOption.NOFOLLOW_LINKS);
        return new SpaceOpenException(path, Reason.NOT_FOUND, missing ? "there is no directory " + directory : "");
    }

    private SpaceFile openExisting(int fd) {
        if (fd < 0) {
            throw OpenFailure.of(path, "opening it", path, fd);
        }
        boolean good = false;
        try {
            SpaceHeader header = SpaceCheck.of(path, fd, FileStatus.of(fd));
            requireBarriers(header);
            good = true;
            return map(fd, header, false);
        } finally {
            if (!good) {
                NativeFiles.close(fd);
            }
        }
    }

    private void requireBarriers(SpaceHeader header) {
        if (header.barriers() && !Membarrier.isSupported()) {
            throw new SpaceOpenException(path, Reason.UNSUPPORTED_SYSTEM,
                    "its readers rely on membarrier(2), which this process may not call (a seccomp filter?); allow it, or"
                            + " let a process that may not call it either create the file anew");
        }
    }

    /** Takes over the descriptor. Null if the file has lost its name: somebody else's may have it now. */
    private SpaceFile map(int fd, SpaceHeader header, boolean created) {
        SpaceFile file = null;
        boolean stillAt = false;
        try {
            FileStatus status = FileStatus.of(fd);
            FileMapping mapping = Mappings.map(path, fd, header, options);
            file = new SpaceFile(path, fd, status, header, mapping, created);
            stillAt = file.stillAt();
        } finally {
            if (file == null) {
                NativeFiles.close(fd);
            } else if (!stillAt) {
                file.close();
            }
        }
        return stillAt ? file : null;
    }
}
