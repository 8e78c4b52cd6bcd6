package dev.tpfutex.shm.linux;

import dev.tpfutex.shm.linux.Abi.Call;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What the kernel says about a file: statx(2), whose structure is the same on all machines.
 *
 * @param mode type and permission bits, as in inode(7)
 * @param uid owner
 * @param gid group
 * @param links number of names; 0 once the last one is removed
 * @param inode number within the device; not reissued while anybody has the file open
 * @param device major number in the upper 32 bits, minor in the lower
 * @param size in bytes
 * @param blocks allocated, in units of 512 bytes
 */
public record FileStatus(
        int mode, int uid, int gid, int links, long inode, long device, long size, long blocks) {

    private static final long AT_EMPTY_PATH = 0x1000;
    private static final long STATX_BASIC_STATS = 0x7ff;

    private static final int TYPE_MASK = 0xf000;
    private static final int REGULAR = 0x8000;
    private static final int DIRECTORY = 0x4000;

    /** Status of an open file, or null if the kernel refuses, say because the descriptor is closed. */
    public static FileStatus of(int fd) {
        return query(fd, "", AT_EMPTY_PATH);
    }

    /** Status of what a path names now, symbolic links followed, or null if it can't be reached. */
    public static FileStatus of(String path) {
        return query(LibC.AT_FDCWD, path, 0);
    }

    private static FileStatus query(long directory, String path, long flags) {
        MemorySegment scratch = LibC.scratch();
        try (Arena arena = Arena.ofConfined()) {
            long name = LibC.cString(arena, path);
            long buffer = scratch.address() + LibC.BUFFER;
            long result = LibC.call(Call.STATX, directory, name, flags, STATX_BASIC_STATS, buffer);
            return result < 0 ? null : read(scratch);
        }
    }

    private static FileStatus read(MemorySegment scratch) {
        long at = LibC.BUFFER;
        return new FileStatus(
                Short.toUnsignedInt(scratch.get(ValueLayout.JAVA_SHORT, at + 28)),
                scratch.get(ValueLayout.JAVA_INT, at + 20),
                scratch.get(ValueLayout.JAVA_INT, at + 24),
                scratch.get(ValueLayout.JAVA_INT, at + 16),
                scratch.get(ValueLayout.JAVA_LONG, at + 32),
                (long) scratch.get(ValueLayout.JAVA_INT, at + 136) << 32
                        | Integer.toUnsignedLong(scratch.get(ValueLayout.JAVA_INT, at + 140)),
                scratch.get(ValueLayout.JAVA_LONG, at + 40),
                scratch.get(ValueLayout.JAVA_LONG, at + 48));
    }

    /** Whether it is an ordinary file. */
    public boolean isRegular() {
        return (mode & TYPE_MASK) == REGULAR;
    }

    /** Whether it is a directory. */
    public boolean isDirectory() {
        return (mode & TYPE_MASK) == DIRECTORY;
    }
}
