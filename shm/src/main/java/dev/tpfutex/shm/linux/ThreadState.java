package dev.tpfutex.shm.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Watches the state of one thread of any process through a kept descriptor of
 * {@code /proc/PID/task/TID/stat}: proc(5). A look costs one pread, less than a microsecond, and no
 * allocation.
 *
 * <p>The descriptor goes on meaning the same thread even if its number is issued anew; but the number may
 * have changed hands before it was opened, so compare {@link ProcFs#startTime} afterwards if that matters.
 *
 * <p>For one thread at a time.
 */
public final class ThreadState implements AutoCloseable {

    /** Result of {@link #sample}: the thread has ended, or can't be seen. */
    public static final char GONE = 0;

    // "TID (" + at most 15 bytes of name + ") S": the name of a user thread is cut off by the kernel.
    private static final int ENOUGH = 64;

    private int fd;

    private ThreadState(int fd) {
        this.fd = fd;
    }

    /**
     * Begins to watch a thread.
     *
     * @param pid its process, in this process's pid namespace
     * @param tid its kernel id, see {@link Threads#gettid}
     * @return the watch; if there is no such thread, one that says {@link #GONE}
     */
    public static ThreadState of(int pid, int tid) {
        return new ThreadState(
                NativeFiles.open("/proc/" + pid + "/task/" + tid + "/stat", NativeFiles.O_RDONLY, 0));
    }

    /**
     * The thread's state now: R running or ready to run, S or D asleep, T stopped, t traced, Z or X dead.
     *
     * @return the letter, or {@link #GONE}, also after {@link #close}
     */
    public char sample() {
        if (fd < 0) {
            return GONE;
        }
        MemorySegment scratch = LibC.scratch();
        long length = NativeFiles.read(scratch, fd, 0, ENOUGH);
        for (long i = length - 3; i >= 0; i--) {
            if (byteAt(scratch, i) == ')') {
                return (char) byteAt(scratch, i + 2);
            }
        }
        return GONE;
    }

    private static byte byteAt(MemorySegment scratch, long index) {
        return scratch.get(ValueLayout.JAVA_BYTE, LibC.BUFFER + index);
    }

    /** Whether the last look would find it running or ready to run: {@link #sample} says R. */
    public boolean isRunning() {
        return sample() == 'R';
    }

    /** Closes the descriptor. Idempotent. */
    @Override
    public void close() {
        NativeFiles.close(fd);
        fd = -1;
    }
}
