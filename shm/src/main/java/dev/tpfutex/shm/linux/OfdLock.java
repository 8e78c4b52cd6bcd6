package dev.tpfutex.shm.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Write locks on single bytes of a file that belong to an <em>open file description</em>: fcntl(2),
 * "Open file description locks", Linux 3.15.
 *
 * <p>The kernel drops such a lock when the last descriptor of its description is closed, so at the
 * latest when the process dies, however it dies. Unlike POSIX record locks it survives other descriptors
 * of the same file being opened and closed in the process. Two descriptions of one process exclude each
 * other like those of two processes; one description never conflicts with itself.
 *
 * <p>The file needs no data at the byte. No call blocks. Thread-safe.
 */
public final class OfdLock {

    private static final int F_OFD_GETLK = 36;
    private static final int F_OFD_SETLK = 37;

    private static final short F_RDLCK = 0;
    private static final short F_WRLCK = 1;
    private static final short F_UNLCK = 2;

    // struct flock of 64-bit Linux: short type, short whence, (pad), long start, long len, int pid
    private static final long TYPE = LibC.BUFFER;
    private static final long WHENCE = LibC.BUFFER + 2;
    private static final long START = LibC.BUFFER + 8;
    private static final long LENGTH = LibC.BUFFER + 16;
    private static final long PID = LibC.BUFFER + 24;

    private OfdLock() {}

    /**
     * Locks the byte at {@code offset} for the description behind {@code fd}, opened for writing.
     *
     * @return true if it is locked now (or was already, by the same description), false if another
     *     description holds it
     * @throws IllegalStateException if the kernel can't lock, say because the descriptor is closed
     */
    public static boolean tryLock(int fd, long offset) {
        long result = control(fd, F_OFD_SETLK, F_WRLCK, offset, 1);
        if (result == -Errno.EAGAIN || result == -Errno.EACCES) {
            return false;
        }
        check(result, fd, offset);
        return true;
    }

    /**
     * Locks the byte at {@code offset} for reading, which any number of descriptions may at once. Works on a
     * descriptor opened for reading only, also one of a directory.
     *
     * @return false if another description has locked it for writing
     * @throws IllegalStateException if the kernel can't lock
     */
    public static boolean tryShare(int fd, long offset) {
        long result = control(fd, F_OFD_SETLK, F_RDLCK, offset, 1);
        if (result == -Errno.EAGAIN || result == -Errno.EACCES) {
            return false;
        }
        check(result, fd, offset);
        return true;
    }

    /**
     * Whether another description than that of {@code fd} has locked, for reading or writing, any byte from
     * {@code from} up to but not including {@code to}.
     *
     * @throws IllegalStateException if the kernel can't tell
     */
    public static boolean anyHeldByOther(int fd, long from, long to) {
        if (from >= to) {
            return false;
        }
        check(control(fd, F_OFD_GETLK, F_WRLCK, from, to - from), fd, from);
        return LibC.scratch().get(ValueLayout.JAVA_SHORT, TYPE) != F_UNLCK;
    }

    /** Unlocks the byte at {@code offset}; does nothing if the description doesn't hold it. */
    public static void unlock(int fd, long offset) {
        check(control(fd, F_OFD_SETLK, F_UNLCK, offset, 1), fd, offset);
    }

    /**
     * Whether another open file description than that of {@code fd} has locked the byte for writing. Takes
     * nothing. What {@code fd}'s own description holds does not count; nor do locks for reading, which anybody can
     * take who may only read the file.
     *
     * @throws IllegalStateException if the kernel can't tell, say because the descriptor is closed
     */
    public static boolean heldByOther(int fd, long offset) {
        check(control(fd, F_OFD_GETLK, F_RDLCK, offset, 1), fd, offset);
        return LibC.scratch().get(ValueLayout.JAVA_SHORT, TYPE) != F_UNLCK;
    }

    private static long control(int fd, int command, short type, long offset, long length) {
        MemorySegment scratch = LibC.scratch();
        scratch.set(ValueLayout.JAVA_SHORT, TYPE, type);
        scratch.set(ValueLayout.JAVA_SHORT, WHENCE, (short) 0);
        scratch.set(ValueLayout.JAVA_LONG, START, offset);
        scratch.set(ValueLayout.JAVA_LONG, LENGTH, length);
        scratch.set(ValueLayout.JAVA_INT, PID, 0);
        return LibC.call(Abi.Call.FCNTL, fd, command, scratch.address() + TYPE);
    }

    private static void check(long result, int fd, long offset) {
        if (result < 0) {
            throw new IllegalStateException(
                    "lock on byte " + offset + " of descriptor " + fd + ": " + Errno.describe(result));
        }
    }
}
