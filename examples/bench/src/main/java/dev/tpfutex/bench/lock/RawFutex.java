package dev.tpfutex.bench.lock;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * futex(2) as somebody would call it who builds a lock on it: process-shared words, no wrapper in between. Calls that may
 * sleep go the normal way; a wake, which never does, the short one.
 */
public final class RawFutex {

    /** No time-out. */
    public static final long FOREVER = Long.MAX_VALUE;

    static final int EAGAIN = 11;
    static final int ETIMEDOUT = 110;

    private static final int WAIT = 0;
    private static final int WAKE = 1;
    private static final int UNLOCK_PI = 7;
    private static final int LOCK_PI2 = 13;

    private static final boolean X86 = System.getProperty("os.arch").equals("amd64");
    private static final long FUTEX = X86 ? 202 : 98;
    private static final long GETTID = X86 ? 186 : 178;

    private static final long TIME = 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final MethodHandle SYSCALL =
            CLibrary.syscall(Linker.Option.firstVariadicArg(1), Linker.Option.captureCallState("errno"));
    private static final MethodHandle SHORT_SYSCALL =
            CLibrary.syscall(Linker.Option.firstVariadicArg(1), Linker.Option.critical(false));

    private RawFutex() {}

    /**
     * Sleeps while a word holds a value.
     *
     * @param tally of the calling thread
     * @param address of the word
     * @param expected what it holds
     * @param nanos how long at most, or {@link #FOREVER}
     * @return whether the thread slept: not if the word held something else
     */
    public static boolean await(Tally tally, long address, int expected, long nanos) {
        long time = nanos == FOREVER ? 0 : time(tally, Math.max(nanos, 0));
        return call(tally, address, WAIT, expected, time) != -EAGAIN;
    }

    /**
     * Wakes sleepers of a word.
     *
     * @param address of the word
     * @param most how many
     * @return how many were woken
     */
    public static int wake(long address, int most) {
        try {
            return (int) (long) SHORT_SYSCALL.invokeExact(FUTEX, address, (long) WAKE, (long) most, 0L, 0L, 0L);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    /** Owns a word that holds tids (FUTEX_LOCK_PI2); false when it is {@code deadline} of the monotonic clock. */
    static boolean lockPi(Tally tally, long address, long deadline) {
        for (;;) {
            long result = call(tally, address, LOCK_PI2, 0, deadline == FOREVER ? 0 : time(tally, deadline));
            if (result == 0) {
                return true;
            } else if (result == -ETIMEDOUT) {
                return false;
            } else if (result != -EAGAIN) {
                throw new IllegalStateException("FUTEX_LOCK_PI2: errno " + -result);
            }
        }
    }

    /** Passes a word that holds the caller's tid to the next one. */
    static void unlockPi(Tally tally, long address) {
        long result = call(tally, address, UNLOCK_PI, 0, 0);
        if (result != 0) {
            throw new IllegalStateException("FUTEX_UNLOCK_PI: errno " + -result);
        }
    }

    static int gettid() {
        try {
            return (int) (long) SHORT_SYSCALL.invokeExact(GETTID, 0L, 0L, 0L, 0L, 0L, 0L);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    /** The address of a time in the thread's scratch memory. */
    static long time(Tally tally, long nanos) {
        tally.scratch().set(ValueLayout.JAVA_LONG, TIME, nanos / NANOS_PER_SECOND);
        tally.scratch().set(ValueLayout.JAVA_LONG, TIME + Long.BYTES, nanos % NANOS_PER_SECOND);
        return tally.scratch().address() + TIME;
    }

    private static long call(Tally tally, long address, long operation, long value, long time) {
        MemorySegment errno = tally.scratch();
        try {
            long result = (long) SYSCALL.invokeExact(errno, FUTEX, address, operation, value, time, 0L, 0L);
            return result == -1 ? -errno.get(ValueLayout.JAVA_INT, 0) : result;
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }
}
