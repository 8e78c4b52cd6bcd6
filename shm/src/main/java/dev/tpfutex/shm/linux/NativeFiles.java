package dev.tpfutex.shm.linux;

import dev.tpfutex.shm.linux.Abi.Call;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Files by descriptor, as far as the JDK does not offer them. Every result is that of the system call,
 * or the negative error number ({@link Errno}); nothing throws. Descriptors are always close-on-exec.
 * Thread-safe, but closing a descriptor that others still use is the caller's error.
 */
public final class NativeFiles {

    /** Flags of {@link #open}: see open(2). */
    public static final int O_RDONLY = 0;

    public static final int O_RDWR = 2;
    public static final int O_CREAT = 0x40;
    public static final int O_EXCL = 0x80;
    public static final int O_NOCTTY = 0x100;
    public static final int O_NONBLOCK = 0x800;

    /** Only a handle on the file, which says nothing about permissions: see {@link #statusFlags}. */
    public static final int O_PATH = 0x200000;

    /** The bits of {@link #statusFlags} that say for what a file was opened. */
    public static final int O_ACCMODE = 3;

    private static final int O_CLOEXEC = 0x80000;
    private static final int F_GETFL = 3;
    private static final int F_SETFL = 4;
    private static final int LOCK_EXCLUSIVE_NOW = 2 | 4;
    private static final int O_TMPFILE_ALONE = 0x400000;

    private static final long AT_SYMLINK_FOLLOW = 0x400;
    private static final long PROT_READ = 1;
    private static final long PROT_READ_WRITE = 3;
    private static final long MAP_SHARED = 1;
    private static final long MAP_PRIVATE_RESERVE = 0x2 | 0x20 | 0x4000;
    private static final long MREMAP_MAYMOVE_FIXED = 1 | 2;
    private static final long ZEROS = 1 << 16;

    private NativeFiles() {}

    /** Opens a file, O_CLOEXEC added: open(2). {@code mode} counts only with {@link #O_CREAT}. */
    public static int open(String path, int flags, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            long name = LibC.cString(arena, path);
            return (int) LibC.call(Call.OPENAT, LibC.AT_FDCWD, name, flags | O_CLOEXEC, mode, 0);
        }
    }

    /**
     * Opens a directory for reading.
     *
     * @return a descriptor, or a negated error number
     */
    public static int openDirectory(String path) {
        return open(path, O_RDONLY | LibC.abi().directoryFlag(), 0);
    }

    /**
     * Opens a new file without a name in {@code directory}, for reading and writing: O_TMPFILE of
     * open(2). It vanishes with its last descriptor unless {@link #publish} gives it a name.
     */
    public static int openUnnamed(String directory, int mode) {
        return open(directory, O_RDWR | O_TMPFILE_ALONE | LibC.abi().directoryFlag(), mode);
    }

    /** Closes a descriptor; negative numbers are ignored. */
    public static void close(int fd) {
        if (fd >= 0) {
            LibC.call(Call.CLOSE, fd);
        }
    }

    /** With what flags a descriptor was opened, as far as they still count: F_GETFL of fcntl(2); or an error number. */
    public static int statusFlags(int fd) {
        return (int) LibC.call(Call.FCNTL, fd, F_GETFL, 0);
    }

    /** Whether calls that would wait return instead: O_NONBLOCK by F_SETFL of fcntl(2). 0, or the error number. */
    public static int setBlocking(int fd, boolean blocking) {
        int flags = statusFlags(fd);
        int wanted = blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK;
        return flags < 0 ? flags : (int) LibC.call(Call.FCNTL, fd, F_SETFL, wanted);
    }

    /**
     * Locks a file or directory as a whole against others who do the same, until the descriptor is closed: flock(2).
     *
     * @return 0, or the negative error number; -EAGAIN if somebody else has locked it
     */
    public static int tryLockWhole(int fd) {
        return (int) LibC.call(Call.FLOCK, fd, LOCK_EXCLUSIVE_NOW, 0);
    }

    /**
     * Gives the file behind a descriptor a name, unless the name is taken: linkat(2) through
     * {@code /proc/self/fd}. The file appears complete or not at all.
     *
     * @return 0, or the negative error number; -EEXIST if the name is taken
     */
    public static int publish(int fd, String path) {
        return link("/proc/self/fd/" + fd, path, AT_SYMLINK_FOLLOW);
    }

    /** Gives an existing file a second name, unless that is taken: link(2). */
    public static int link(String existing, String path) {
        return link(existing, path, 0);
    }

    private static int link(String existing, String path, long flags) {
        try (Arena arena = Arena.ofConfined()) {
            long from = LibC.cString(arena, existing);
            long to = LibC.cString(arena, path);
            return (int) LibC.call(Call.LINKAT, LibC.AT_FDCWD, from, LibC.AT_FDCWD, to, flags);
        }
    }

    /** Removes a name: unlink(2). */
    public static int unlink(String path) {
        try (Arena arena = Arena.ofConfined()) {
            long name = LibC.cString(arena, path);
            return (int) LibC.call(Call.UNLINKAT, LibC.AT_FDCWD, name, 0);
        }
    }

    /**
     * Makes a file {@code size} bytes long with its space allocated: fallocate(2), or by writing zeros
     * on a file system that has no such call.
     *
     * @return 0, or the negative error number; -ENOSPC or -EDQUOT if the space isn't there
     */
    public static int allocate(int fd, long size) {
        long result;
        do {
            result = LibC.call(LibC.scratch(), Call.FALLOCATE, fd, 0, 0, size, 0, 0);
        } while (result == -Errno.EINTR);
        if (result == -Errno.EOPNOTSUPP || result == -Errno.ENOSYS) {
            return writeZeros(fd, size);
        }
        return (int) result;
    }

    /** Fills the first {@code size} bytes with zeros: what {@link #allocate} does as a last resort. */
    static int writeZeros(int fd, long size) {
        try (Arena arena = Arena.ofConfined()) {
            long zeros = arena.allocate(ZEROS).address();
            for (long done = 0; done < size;) {
                long length = Math.min(ZEROS, size - done);
                long result = LibC.call(LibC.scratch(), Call.PWRITE64, fd, zeros, length, done, 0, 0);
                if (result < 0 && result != -Errno.EINTR) {
                    return (int) result;
                }
                done += Math.max(result, 0);
            }
            return 0;
        }
    }

    /** Sets the permission bits, whatever the umask: fchmod(2). */
    public static int chmod(int fd, int mode) {
        return (int) LibC.call(Call.FCHMOD, fd, mode, 0);
    }

    /** Writes data and metadata to the device: fsync(2). Blocks; costs next to nothing on tmpfs. */
    public static int sync(int fd) {
        return (int) LibC.call(Call.FSYNC, fd);
    }

    /** The kind of file system that a descriptor's file is on, as in statfs(2), or a negative error number. */
    public static long fileSystemType(int fd) {
        MemorySegment scratch = LibC.scratch();
        long result = LibC.call(Call.FSTATFS, fd, scratch.address() + LibC.BUFFER, 0);
        return result < 0 ? result : type(scratch);
    }

    /** The kind of file system that a path is on, as in statfs(2), or a negative error number. */
    public static long fileSystemType(String path) {
        MemorySegment scratch = LibC.scratch();
        try (Arena arena = Arena.ofConfined()) {
            long name = LibC.cString(arena, path);
            long result = LibC.call(Call.STATFS, name, scratch.address() + LibC.BUFFER, 0);
            return result < 0 ? result : type(scratch);
        }
    }

    private static long type(MemorySegment scratch) {
        return Integer.toUnsignedLong((int) scratch.get(ValueLayout.JAVA_LONG, LibC.BUFFER));
    }

    /**
     * Maps the first {@code size} bytes of a file, shared, for reading and writing: mmap(2).
     *
     * <p>{@code FileChannel.map} is not used because it silently lengthens a file that somebody has
     * truncated, and the new part would be a hole.
     *
     * @return the address, or a negative error number (no address is in the last page)
     */
    public static long map(int fd, long size) {
        return LibC.call(LibC.scratch(), Call.MMAP, 0, size, PROT_READ_WRITE, MAP_SHARED, fd, 0);
    }

    /** As {@link #map}, for reading only: a store would crash the JVM. */
    public static long mapToRead(int fd, long size) {
        return LibC.call(LibC.scratch(), Call.MMAP, 0, size, PROT_READ, MAP_SHARED, fd, 0);
    }

    /** Private memory, zero and not allocated before it is touched: mmap(2), MAP_ANONYMOUS. An address or error. */
    public static long reserve(long size) {
        return LibC.call(LibC.scratch(), Call.MMAP, 0, size, PROT_READ_WRITE, MAP_PRIVATE_RESERVE, -1, 0);
    }

    /** Moves a mapping into the place of another of the same size, in one step: mremap(2). An address or error. */
    public static long move(long from, long size, long to) {
        return LibC.call(LibC.scratch(), Call.MREMAP, from, size, size, MREMAP_MAYMOVE_FIXED, to, 0);
    }

    /** Whether what a call returned in place of an address is an error number: none is in the last page. */
    public static boolean isError(long address) {
        return address < 0 && address > -4096;
    }

    /** Ends a mapping made by {@link #map}: munmap(2). */
    public static void unmap(long address, long size) {
        LibC.call(Call.MUNMAP, address, size, 0);
    }

    /**
     * Reads up to {@code length} bytes, at most 448, at an offset: pread(2).
     *
     * @return the bytes there are, fewer at the end of the file; null on an error
     */
    public static byte[] read(int fd, long offset, int length) {
        MemorySegment scratch = LibC.scratch();
        int wanted = Math.min(length, LibC.BUFFER_SIZE);
        long result = read(scratch, fd, offset, wanted);
        return result < 0 ? null : LibC.bufferBytes(scratch, (int) result);
    }

    static long read(MemorySegment scratch, int fd, long offset, int length) {
        return LibC.call(scratch, Call.PREAD64, fd, scratch.address() + LibC.BUFFER, length, offset, 0, 0);
    }
}
