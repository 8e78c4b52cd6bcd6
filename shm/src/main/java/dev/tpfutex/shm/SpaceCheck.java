package dev.tpfutex.shm;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.NativeFiles;
import java.nio.file.Path;

/** Whether an open file is a space that can be mapped. */
final class SpaceCheck {

    private static final int BLOCK = 512;

    private SpaceCheck() {}

    /**
     * Checks file and header, not what lies behind the header.
     *
     * @param status of the descriptor; null if the kernel refused to tell
     * @throws SpaceOpenException saying what is wrong
     */
    static SpaceHeader of(Path path, int fd, FileStatus status) {
        requireRegular(path, status);
        FileSystemKind kind = FileSystemKind.require(path, NativeFiles.fileSystemType(fd));
        byte[] bytes = NativeFiles.read(fd, 0, SpaceHeader.LENGTH);
        if (bytes == null) {
            throw new SpaceOpenException(path, Reason.IO, "its header can't be read");
        }
        SpaceHeader header = SpaceHeader.check(path, bytes, status.size());
        checkAllocated(path, kind, status);
        return header;
    }

    /** Throws if it is no ordinary file, or {@code status} is null because the kernel refused to tell. */
    static void requireRegular(Path path, FileStatus status) {
        if (status == null) {
            throw new SpaceOpenException(path, Reason.IO, "its status can't be read");
        }
        if (!status.isRegular()) {
            String what = status.isDirectory() ? "it is a directory" : "it is a FIFO or a device";
            throw new SpaceOpenException(path, Reason.NOT_A_SPACE_FILE, what);
        }
    }

    /** A page that isn't there would be a SIGBUS on the day the disk is full. */
    private static void checkAllocated(Path path, FileSystemKind kind, FileStatus status) {
        long allocated = status.blocks() * BLOCK;
        if (kind.countsBlocks() && allocated < status.size()) {
            throw new SpaceOpenException(
                    path,
                    Reason.DAMAGED,
                    "it has holes: only " + allocated + " of its " + status.size()
                            + " bytes are allocated, as if copied by a tool that leaves out zeros");
        }
    }
}
