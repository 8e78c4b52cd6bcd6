package dev.tpfutex.bench.lock;

import java.lang.invoke.MethodHandle;

/** What the C library's locks have in common. */
final class Pthread {

    private Pthread() {}

    /** Calls a function that need not be fast; one that takes only one argument ignores the other. */
    static int call(MethodHandle function, long a, long b) {
        try {
            return (int) function.invokeExact(a, b);
        } catch (Throwable failure) {
            throw CLibrary.impossible(failure);
        }
    }

    static void check(int result) {
        if (result != 0) {
            throw new IllegalStateException("lock of the C library: error " + result);
        }
    }

    /** False if the time is up. */
    static boolean checkTime(int result) {
        if (result == RawFutex.ETIMEDOUT) {
            return false;
        }
        check(result);
        return true;
    }
}
