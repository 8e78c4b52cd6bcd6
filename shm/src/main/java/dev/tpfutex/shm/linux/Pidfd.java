package dev.tpfutex.shm.linux;

/**
 * Descriptors that stand for a process and become readable when it ends, whosever child it is:
 * pidfd_open(2), Linux 5.3. A descriptor keeps meaning the same process even if its pid is issued anew;
 * but the pid may have changed hands <em>before</em> the descriptor was opened, so check the start time
 * ({@link ProcFs#startTime}) after opening. Thread-safe.
 */
public final class Pidfd {

    /** Result of {@link #open}: there is no such process in this pid namespace. */
    public static final int NO_PROCESS = -1;

    /**
     * Result of {@link #open}: the process may exist, but the kernel gave no descriptor (too many open
     * files, an old kernel, a sandbox that forbids the call). It says nothing about life or death.
     */
    public static final int UNAVAILABLE = -2;

    private Pidfd() {}

    /**
     * Opens a descriptor for a process.
     *
     * @param pid in this process's pid namespace
     * @return a descriptor to be closed with {@link #close}, {@link #NO_PROCESS} or {@link #UNAVAILABLE}.
     *     A zombie still has a descriptor, which is readable at once
     */
    public static int open(int pid) {
        if (pid <= 0) {
            return NO_PROCESS;
        }
        long fd = LibC.call(Abi.Call.PIDFD_OPEN, pid, 0, 0);
        if (fd >= 0) {
            return (int) fd;
        }
        return switch ((int) -fd) {
            // EINVAL and, in newer kernels, ENOENT: the number now belongs to a mere thread.
            case Errno.ESRCH, Errno.EINVAL, Errno.ENOENT -> NO_PROCESS;
            default -> UNAVAILABLE;
        };
    }

    /** Closes a descriptor from {@link #open}; negative numbers are ignored. */
    public static void close(int fd) {
        NativeFiles.close(fd);
    }
}
