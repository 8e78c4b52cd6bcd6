package dev.tpfutex.shm.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** futex_waitv(2). */
final class Waitv {

    private static final int FUTEX_32 = 2;
    private static final int CLOCK_MONOTONIC = 1;
    private static final int WAITER_SIZE = 24;
    private static final int FLAGS = 16;

    private static volatile boolean missing;

    private Waitv() {}

    static boolean isKnownMissing() {
        return missing;
    }

    /** Sleeps while all words hold what is expected; true, without having slept, if the kernel cannot. */
    static boolean await(long[] addresses, int[] expected, long timeoutNanos) {
        MemorySegment scratch = LibC.scratch();
        for (int i = 0; i < addresses.length; i++) {
            waiter(scratch, LibC.BUFFER + (long) i * WAITER_SIZE, addresses[i], expected[i]);
        }
        long result = LibC.call(
                scratch,
                Abi.Call.FUTEX_WAITV,
                scratch.address() + LibC.BUFFER,
                addresses.length,
                0,
                until(scratch, timeoutNanos),
                CLOCK_MONOTONIC,
                0);
        return switch ((int) -result) {
            case Errno.ENOSYS, Errno.EPERM -> missing = true;
            // Woken, too late to sleep, or something is wrong with a word: the caller looks at its own in any case.
            default -> false;
        };
    }

    private static void waiter(MemorySegment scratch, long at, long address, int expected) {
        scratch.set(ValueLayout.JAVA_LONG, at, Integer.toUnsignedLong(expected));
        scratch.set(ValueLayout.JAVA_LONG, at + Long.BYTES, address);
        scratch.set(ValueLayout.JAVA_INT, at + FLAGS, FUTEX_32);
        scratch.set(ValueLayout.JAVA_INT, at + FLAGS + Integer.BYTES, 0);
    }

    /** This call's time-outs are points in time, of the clock that {@link System#nanoTime} shows on Linux. */
    private static long until(MemorySegment scratch, long timeoutNanos) {
        if (timeoutNanos < 0 || timeoutNanos == Futex.FOREVER) {
            return 0;
        }
        long end = System.nanoTime() + timeoutNanos;
        return end < 0 ? 0 : LibC.timespec(scratch, end);
    }
}
