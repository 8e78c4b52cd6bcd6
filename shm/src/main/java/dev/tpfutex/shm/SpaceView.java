package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.shm.layout.HeaderLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.LibC;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.OfdLock;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A space file that is only looked at: opened and mapped for reading, registered nowhere, never created. Whoever may
 * read the file may look, also where they may not write, and nothing that is done here can change it.
 *
 * <p>The header has been checked; all else that is read from the memory is to be distrusted, and may change at any
 * time. Thread-safe.
 */
public final class SpaceView implements AutoCloseable {

    // Not blocking, so that a FIFO at the path can't hang us.
    private static final int FLAGS = NativeFiles.O_RDONLY | NativeFiles.O_NONBLOCK | NativeFiles.O_NOCTTY;

    private final Path path;
    private final int fd;
    private final SpaceHeader header;
    private final FileIdentity identity;
    private final Arena arena;
    private final MemorySegment memory;
    private boolean closed;

    private SpaceView(Path path, int fd, FileStatus status, SpaceHeader header) {
        this.path = path;
        this.fd = fd;
        this.header = header;
        this.identity = FileIdentity.of(status);
        this.arena = Arena.ofShared();
        this.memory = FileMapping.toRead(path, fd, header.layout().fileSize()).segment(arena).asReadOnly();
    }

    /**
     * Opens a file for looking.
     *
     * @param path of the file; a symbolic link is followed
     * @throws SpaceOpenException with the reason; nothing is left open
     */
    public static SpaceView open(Path path) {
        Path absolute = path.toAbsolutePath();
        LibC.requireSupported(absolute);
        int fd = NativeFiles.open(absolute.toString(), FLAGS, 0);
        if (fd < 0) {
            throw OpenFailure.of(absolute, "opening it for reading", absolute, fd);
        }
        boolean good = false;
        try {
            FileStatus status = FileStatus.of(fd);
            SpaceView view = new SpaceView(absolute, fd, status, SpaceCheck.of(absolute, fd, status));
            good = true;
            return view;
        } finally {
            if (!good) {
                NativeFiles.close(fd);
            }
        }
    }

    /** The absolute path by which it was opened. */
    public Path path() {
        return path;
    }

    /** Where everything is. */
    public SpaceLayout layout() {
        return header.layout();
    }

    /** Identity of the space. */
    public UUID uuid() {
        return header.uuid();
    }

    /** The machine's boot during which the file was created; see {@link dev.tpfutex.shm.linux.ProcFs#bootId}. */
    public UUID bootId() {
        return header.bootId();
    }

    /** When the file was created by the wall clock, milliseconds since 1970; damaged, it may be anything. */
    public long createdMillis() {
        return memory.get(ValueLayout.JAVA_LONG, HeaderLayout.CREATED);
    }

    /** Which file it is. */
    public FileIdentity identity() {
        return identity;
    }

    /** What the file system says of the file now: size, owner, mode; null if it can't be told. */
    public FileStatus status() {
        return FileStatus.of(fd());
    }

    /** Name of the file system that the file is on, such as {@code TMPFS}. */
    public String fileSystem() {
        return FileSystemKind.require(path, NativeFiles.fileSystemType(fd())).name();
    }

    /** Whether the file outlives the machine's boot. */
    public boolean isOnDisk() {
        return FileSystemKind.require(path, NativeFiles.fileSystemType(fd())).onDisk();
    }

    /** Whether the path still leads to this file. Costs a system call. */
    public boolean stillAt() {
        return identity.isAt(path);
    }

    /** Whether somebody has made the file shorter than its mapping. Costs a system call. */
    public boolean isShortened() {
        FileStatus status = status();
        return status != null && status.size() < layout().fileSize();
    }

    /**
     * The whole file as memory, for every thread, until {@link #close}; a store throws. If somebody shortens the file
     * meanwhile, access throws {@link InternalError}.
     */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Whether the process that a record belongs to holds its lock on it, which it does exactly while it lives. What
     * this very process has locked counts, through whichever descriptor but this one.
     *
     * @param record offset of the process record
     * @throws IllegalStateException if the kernel can't tell
     */
    public boolean isRecordHeld(long record) {
        return OfdLock.heldByOther(fd(), record);
    }

    private synchronized int fd() {
        if (closed) {
            throw new IllegalStateException("the view is closed: " + path);
        }
        return fd;
    }

    /** Ends the mapping and closes the descriptor. Idempotent. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            arena.close();
            NativeFiles.close(fd);
        }
    }

    @Override
    public String toString() {
        return "SpaceView[" + path + ", " + layout() + (closed ? ", closed]" : "]");
    }
}
