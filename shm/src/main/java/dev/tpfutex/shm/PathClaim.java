package dev.tpfutex.shm;

import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.OfdLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

    /** Of the 62 bits of an offset that are used, these tell files of one name apart, and the others the names. */
    private static final int INODE_BITS = 20;

    private static final long INODES = 1L << INODE_BITS;

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
        long first = hash(path.getFileName().toString()) << INODE_BITS;
        long own = first + (file.identity().inode() & INODES - 1);
        int directory = NativeFiles.openDirectory(path.getParent().toString());
        PathClaim claim = new PathClaim(directory < 0 ? NONE : directory, first, own);
        try {
            claim.take();
            return claim;
        } catch (RuntimeException | Error e) {
            claim.close();
            throw e;
        }
    }

    /** FNV-1a, folded to the bits that are left: 42. */
    private static long hash(String name) {
        long hash = 0xcbf2_9ce4_8422_2325L;
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * 0x100_0000_01b3L;
        }
        return (hash ^ hash >>> 42) & (1L << 62 - INODE_BITS) - 1;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException deletedMeanwhile) {
            return path;
        }
    }

    private synchronized void take() {
        if (directory != NONE) {
            OfdLock.tryShare(directory, own);
        }
    }

    /** Whether somebody uses another file under this name. Costs two system calls. */
    public synchronized boolean isContested() {
        return directory != NONE
                && (OfdLock.anyHeldByOther(directory, first, own)
                        || OfdLock.anyHeldByOther(directory, own + 1, first + INODES));
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
