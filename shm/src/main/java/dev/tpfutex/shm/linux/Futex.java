package dev.tpfutex.shm.linux;

import java.lang.foreign.MemorySegment;

/**
 * Sleeping on a 32-bit word of shared memory and waking those who sleep there: futex(2).
 *
 * <p>The calls are the process-shared kind: the kernel identifies the word by file and offset, so a
 * wake reaches sleepers in every process that maps the file, wherever it maps it. Addresses are
 * absolute, multiples of four, and must stay mapped until the call returns. Allocates nothing.
 * Thread-safe. {@link #await} in a virtual thread blocks its carrier.
 */
public final class Futex {

    /** Timeout of {@link #await} for no timeout. */
    public static final long FOREVER = Long.MAX_VALUE;

    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;

    private Futex() {}

    /**
     * Sleeps while the word holds {@code expected}: the kernel compares and goes to sleep as one step
     * with respect to a wake. Returns at a wake, when the word differs, when the time is up, at a signal,
     * or for no reason; the caller has to look at the word and at its clock in any case.
     *
     * @param address of the word
     * @param timeoutNanos nanoseconds of the monotonic clock (which stands still while the machine is
     *     suspended); 0 does not sleep; negative or {@link #FOREVER} means no timeout
     * @throws IllegalArgumentException if the address isn't mapped or isn't a multiple of four
     */
    public static void await(long address, int expected, long timeoutNanos) {
        MemorySegment scratch = LibC.scratch();
        long timeout =
                timeoutNanos < 0 || timeoutNanos == FOREVER ? 0 : LibC.timespec(scratch, timeoutNanos);
        long result = LibC.call(scratch, Abi.Call.FUTEX, address, FUTEX_WAIT, expected, timeout, 0, 0);
        if (result < 0) {
            checkExpected(result, address);
        }
    }

    /** Most words of {@link #awaitAll}. */
    public static final int MOST_WORDS = 18;

    /**
     * As {@link #await}, with several words: sleeps while all hold what is expected, and a wake of any ends the sleep
     * (futex_waitv(2), Linux 5.16). On an older kernel, or where that call is forbidden, only a wake of the first does.
     *
     * @param addresses of the words, at most {@link #MOST_WORDS}
     */
    public static void awaitAll(long[] addresses, int[] expected, long timeoutNanos) {
        if (Waitv.isKnownMissing() || Waitv.await(addresses, expected, timeoutNanos)) {
            await(addresses[0], expected[0], timeoutNanos);
        }
    }

    /** Whether a word holds a value; false also if there is no such memory, or it is not to be written. */
    static boolean holds(long address, int value) {
        MemorySegment scratch = LibC.scratch();
        long now = LibC.timespec(scratch, 0);
        return LibC.call(scratch, Abi.Call.FUTEX, address, FUTEX_WAIT, value, now, 0, 0) == -Errno.ETIMEDOUT;
    }

    /** Whether a word can be read and written: false if it is not mapped, or the file ends before it by now. */
    static boolean isThere(long address) {
        MemorySegment scratch = LibC.scratch();
        long now = LibC.timespec(scratch, 0);
        return LibC.call(scratch, Abi.Call.FUTEX, address, FUTEX_WAIT, 0, now, 0, 0) != -Errno.EFAULT;
    }

    private static void checkExpected(long result, long address) {
        switch ((int) -result) {
            case Errno.EAGAIN, Errno.EINTR, Errno.ETIMEDOUT -> {}
            default -> throw failure(result, address);
        }
    }

    /**
     * Wakes up to {@code count} sleepers of the word. Never blocks; wakes nobody if nobody sleeps there.
     *
     * @return how many were woken
     * @throws IllegalArgumentException if the address isn't mapped or isn't a multiple of four
     */
    public static int wake(long address, int count) {
        long result = LibC.call(LibC.scratch(), Abi.Call.FUTEX, address, FUTEX_WAKE, count, 0, 0, 0);
        if (result < 0) {
            throw failure(result, address);
        }
        return (int) result;
    }

    /**
     * Wakes all sleepers of the word.
     *
     * @return how many were woken
     * @throws IllegalArgumentException if the address isn't mapped or isn't a multiple of four
     */
    public static int wakeAll(long address) {
        return wake(address, Integer.MAX_VALUE);
    }

    private static IllegalArgumentException failure(long result, long address) {
        return new IllegalArgumentException(
                "futex at 0x" + Long.toHexString(address) + ": " + Errno.describe(result));
    }
}
