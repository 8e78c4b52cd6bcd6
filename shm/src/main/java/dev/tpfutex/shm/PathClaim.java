package dev.tpfutex.shm;

import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.OfdLock;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Says, for as long as it is open, that this process uses a certain file under a certain name: so that whoever
 * opens another file under that name learns that the file's predecessor, deleted or moved away, is still in use.
 *
 * <p>The claim is a read lock on one byte of the <em>directory</em>: the byte's offset names file name and inode.
 * The kernel drops it when the process dies, and it works across all namespaces that see the directory. Where the
 * directory cannot be read there is no claim, and others are not told.
 *
 * <p>Thread-safe.
 */
public final class PathClaim implements AutoCloseable {

    private static final int NONE = -1;

    private final long first;
    private final long own;
    private int directory;

    private PathClaim(int directory, long first, long own) {
        this.directory = directory;
        this.first = first;
        this.own = own;
    }

    /** Claims the path for the file that it was opened by. */
    public static PathClaim of(SpaceFile file) {
        Path path = real(file.path());
        long first = (path.getFileName().toString().hashCode() & 0x7fff_ffffL) << Integer.SIZE;
        long own = first + Integer.toUnsignedLong((int) file.identity().inode());
        int directory = NativeFiles.openDirectory(path.getParent().toString());
        if (directory >= 0) {
            OfdLock.tryShare(directory, own);
        }
        return new PathClaim(directory < 0 ? NONE : directory, first, own);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException deletedMeanwhile) {
            return path;
        }
    }

    /** Whether somebody uses another file under this name. Costs two system calls. */
    public synchronized boolean isContested() {
        return directory != NONE
                && (OfdLock.anyHeldByOther(directory, first, own)
                        || OfdLock.anyHeldByOther(directory, own + 1, first + (1L << Integer.SIZE)));
    }

    /** Gives the claim up. Idempotent. */
    @Override
    public synchronized void close() {
        if (directory != NONE) {
            NativeFiles.close(directory);
            directory = NONE;
        }
    }
}
