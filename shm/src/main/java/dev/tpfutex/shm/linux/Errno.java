package dev.tpfutex.shm.linux;

/** Error numbers that the callers tell apart, the same on x86-64 and aarch64. See errno(3). */
public final class Errno {

    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int ESRCH = 3;
    public static final int EINTR = 4;
    public static final int EIO = 5;
    public static final int ENXIO = 6;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int EFAULT = 14;
    public static final int EEXIST = 17;
    public static final int ENODEV = 19;
    public static final int ENOTDIR = 20;
    public static final int EISDIR = 21;
    public static final int EINVAL = 22;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int EFBIG = 27;
    public static final int ENOSPC = 28;
    public static final int EROFS = 30;
    public static final int EPIPE = 32;
    public static final int ENAMETOOLONG = 36;
    public static final int ENOSYS = 38;
    public static final int ELOOP = 40;
    public static final int EOPNOTSUPP = 95;
    public static final int EADDRINUSE = 98;
    public static final int ECONNRESET = 104;
    public static final int ETIMEDOUT = 110;
    public static final int ECONNREFUSED = 111;
    public static final int EDQUOT = 122;

    private Errno() {}

    /**
     * Says an error in words, with its number.
     *
     * @param result a system call's result: an error number, or its negative
     */
    public static String describe(long result) {
        int errno = (int) Math.abs(result);
        return words(errno) + " (errno " + errno + ")";
    }

    private static String words(int errno) {
        return switch (errno) {
            case EPERM -> "operation not permitted";
            case ENOENT -> "no such file or directory";
            case ESRCH -> "no such process";
            case EINTR -> "interrupted";
            case EIO -> "input/output error";
            case ENXIO -> "no such device or address";
            case EAGAIN -> "resource temporarily unavailable";
            case ENOMEM -> "out of memory";
            case EACCES -> "permission denied";
            case EEXIST -> "file exists";
            case ENODEV -> "no such device";
            case ENOTDIR -> "not a directory";
            case EISDIR -> "is a directory";
            case EINVAL -> "invalid argument";
            case ENFILE -> "too many open files in the system";
            case EMFILE -> "too many open files in this process";
            case EFBIG -> "file too large";
            case ENOSPC -> "no space left on the file system";
            case EROFS -> "read-only file system";
            case EPIPE, ECONNRESET -> "the other side has gone";
            case ENAMETOOLONG -> "file name too long";
            case ENOSYS -> "the kernel does not have this call";
            case ELOOP -> "too many symbolic links";
            case EOPNOTSUPP -> "operation not supported";
            case EADDRINUSE -> "address in use";
            case ETIMEDOUT -> "timed out";
            case ECONNREFUSED -> "nobody listens";
            case EDQUOT -> "disk quota exceeded";
            default -> "system error";
        };
    }
}
