package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.LibC;
import dev.tpfutex.shm.linux.Membarrier;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.RobustFutex;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.UUID;

/**
 * An open space file: its mapping, its layout, and a descriptor of its own for byte-range locks.
 *
 * <p>The header has been checked and the memory is really allocated; nothing else in the file has been
 * looked at, so what is read from the segment is to be distrusted.
 *
 * <p>Closing goes in two steps for those who need it: {@link #unmap} ends the use of {@link #segment},
 * after which the descriptor, with the locks on it, still works and {@link #map} gives the memory back
 * for a while; {@link #close} ends everything.
 *
 * <p>Thread-safe. Threads sleeping on a futex word of the mapping are to be woken before it is closed.
 */
public final class SpaceFile implements AutoCloseable {

    private final Path path;
    private final SpaceHeader header;
    private final FileIdentity identity;
    private final boolean created;
    private final int fd;
    private final Arena arena;
    private final LifeTies lifeTies;
    private final MemorySegment segment;

    private volatile boolean closed;

    /** Takes over the mapping and the descriptor. */
    SpaceFile(Path path, int fd, FileStatus status, SpaceHeader header, FileMapping mapping, boolean created) {
        this.path = path;
        this.header = header;
        this.identity = FileIdentity.of(status);
        this.created = created;
        this.fd = fd;
        this.arena = Arena.ofShared();
        this.lifeTies = new LifeTies(mapping);
        this.segment = mapping.segment(arena, lifeTies);
    }

    /**
     * Opens a space file, or creates it if there is none (and {@link SpaceOptions#create} allows it). Of
     * any number of processes that do so at once, one creates and all open the same file; it appears
     * complete or not at all.
     *
     * <p>An existing file is taken as it is: limits, permissions and group in the options count only for
     * the one that creates it, and asking for others is no error. A symbolic link is followed.
     *
     * @param path of the file, on the default file system of the JVM
     * @throws SpaceOpenException with the reason; nothing is left open and nothing left behind
     * @throws IllegalArgumentException if the path belongs to another {@link java.nio.file.FileSystem}
     */
    public static SpaceFile openOrCreate(Path path, SpaceOptions options) {
        if (path.getFileSystem() != FileSystems.getDefault()) {
            throw new IllegalArgumentException("not a path of the operating system: " + path.toUri());
        }
        LibC.requireSupported(path);
        return new SpaceOpener(path.toAbsolutePath(), options).open();
    }

    /** The absolute path by which it was opened. */
    public Path path() {
        return path;
    }

    /** Where everything is. */
    public SpaceLayout layout() {
        return header.layout();
    }

    /** Whether readers leave out barriers: whoever counts them has all pass one first ({@link Membarrier}). */
    public boolean hasBarriers() {
        return header.barriers();
    }

    /** Identity of the space: two files never have the same, nor has a file re-created at the same path. */
    public UUID uuid() {
        return header.uuid();
    }

    /** The machine's boot during which the file was created; see {@link dev.tpfutex.shm.linux.ProcFs#bootId}. */
    public UUID bootId() {
        return header.bootId();
    }

    /** Which file it is, for a registry of open files. */
    public FileIdentity identity() {
        return identity;
    }

    /** Whether this call of {@link #openOrCreate} created it. */
    public boolean created() {
        return created;
    }

    /** Size of file and mapping in bytes. */
    public long size() {
        return layout().fileSize();
    }

    /**
     * The whole file as memory, for every thread, until {@link #unmap} or {@link #close}; then access
     * throws {@link IllegalStateException}. If somebody shortens the file meanwhile, access throws
     * {@link InternalError}.
     */
    public MemorySegment segment() {
        return segment;
    }

    /** Address of the first byte of {@link #segment}, for futex calls. Dangling once it is unmapped. */
    public long address() {
        return segment.address();
    }

    /**
     * Has the kernel mark the word at an offset of the file when the calling thread ends, see {@link RobustFutex}.
     *
     * @param offset of {@link RobustFutex#SIZE} bytes for the thread alone, a multiple of 16
     * @param osTid the calling thread's {@link dev.tpfutex.shm.linux.Threads#gettid}; it is no virtual thread
     * @return false if that cannot be done on this system, or the mapping has ended
     */
    public boolean tieToThread(long offset, int osTid) {
        return lifeTies.tie(offset, osTid);
    }

    /**
     * Takes back what {@link #tieToThread} has done for the calling thread; the word is 0 then.
     *
     * @return false if there was no such tie, or there still is, until the thread ends: somebody has damaged it
     */
    public boolean untieFromThread(long offset) {
        return lifeTies.untie(offset);
    }

    /**
     * The descriptor, close-on-exec and used for nothing else: the open file description that owns this
     * process's byte-range locks. It must not be closed by others.
     *
     * @throws IllegalStateException if the file is closed
     */
    public int fd() {
        if (closed) {
            throw new IllegalStateException("the space file is closed: " + path);
        }
        return fd;
    }

    /**
     * Whether the path still leads to this file. False once somebody has deleted, replaced or moved it, or
     * has made a directory on the way inaccessible. Costs a system call.
     */
    public boolean stillAt() {
        return isAt(path);
    }

    /** Whether a path leads to this file. Costs a system call. */
    public boolean isAt(Path path) {
        return identity.isAt(path);
    }

    /**
     * Opens the file at the path once more, for reading and writing, if it is still this one: to show it to others
     * ({@link ShownFile}). The description is a new one, without the locks of {@link #fd}.
     *
     * @return a descriptor, the caller's to close; or a negative error number
     */
    public int openAgain() {
        int again = NativeFiles.open(path.toString(), SpaceOpener.FLAGS, 0);
        if (again < 0) {
            return again;
        }
        boolean same = false;
        try {
            FileStatus status = FileStatus.of(again);
            same = status != null && identity.equals(FileIdentity.of(status));
        } finally {
            if (!same) {
                NativeFiles.close(again);
            }
        }
        return same ? again : -Errno.ENOENT;
    }

    /** Whether somebody has made the file shorter than its mapping. Costs a system call. */
    public boolean isShortened() {
        FileStatus status = FileStatus.of(fd());
        return status != null && status.size() < size();
    }

    /**
     * Maps the whole file once more, by our own means. Works after {@link #unmap}, not after {@link #close}.
     *
     * @param arena whose closing ends this mapping
     * @throws SpaceOpenException with {@code TRUNCATED} if the file is shorter by now, {@code IO} if the
     *     kernel refuses
     * @throws IllegalStateException if the file or the arena is closed
     */
    public synchronized MemorySegment map(Arena arena) {
        if (isShortened()) {
            throw new SpaceOpenException(path, Reason.TRUNCATED, "less than " + size() + " bytes are left");
        }
        return FileMapping.of(path, fd, size()).segment(arena);
    }

    /** Ends {@link #segment}. The descriptor and its locks stay. Idempotent. */
    public synchronized void unmap() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    /**
     * Ends {@link #segment} and closes the descriptor, which drops its locks. Mappings made with
     * {@link #map} stay until their arenas close. Idempotent.
     */
    @Override
    public synchronized void close() {
        unmap();
        if (!closed) {
            closed = true;
            NativeFiles.close(fd);
        }
    }

    @Override
    public String toString() {
        return "SpaceFile[" + path + ", " + layout() + (closed ? ", closed]" : "]");
    }
}
