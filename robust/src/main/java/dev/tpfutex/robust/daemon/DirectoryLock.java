package dev.tpfutex.robust.daemon;

import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps other daemons from looking at what is in a directory while we change it: flock(2) on the directory itself, which
 * leaves nothing behind and goes when we die. Held for milliseconds.
 */
final class DirectoryLock implements AutoCloseable {

    private static final long PAUSE_NANOS = 5_000_000;

    /** Nobody has it for so long but by mistake, or to annoy: whoever may read a directory can lock it. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final int fd;

    private DirectoryLock(int fd) {
        this.fd = fd;
    }

    /** Locks it, waiting for others. */
    static DirectoryLock of(Path directory) throws IOException {
        int fd = NativeFiles.openDirectory(directory.toString());
        if (fd < 0) {
            throw new IOException("cannot open the directory " + directory + ": " + Errno.describe(fd));
        }
        int result = -Errno.EAGAIN;
        try {
            result = lock(fd);
        } finally {
            if (result < 0) {
                NativeFiles.close(fd);
            }
        }
        if (result < 0) {
            String why = result == -Errno.EAGAIN ? "somebody else has locked it (flock)" : Errno.describe(result);
            throw new IOException("cannot lock the directory " + directory + ": " + why);
        }
        return new DirectoryLock(fd);
    }

    private static int lock(int fd) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        int result = NativeFiles.tryLockWhole(fd);
        while ((result == -Errno.EAGAIN || result == -Errno.EINTR) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
            result = NativeFiles.tryLockWhole(fd);
        }
        return result;
    }

    @Override
    public void close() {
        NativeFiles.close(fd);
    }
}
