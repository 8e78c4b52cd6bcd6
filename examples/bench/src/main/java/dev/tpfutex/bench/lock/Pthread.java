package dev.tpfutex.bench.lock;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** What the C library's locks have in common. */
final class Pthread {

    /** EBUSY. */
    static final int BUSY = 16;
    static final int CLOCK_MONOTONIC = 1;

    private static final int PROCESS_SHARED = 1;
    private static final int ATTRIBUTE_SIZE = 64;

    private Pthread() {}

    /**
     * Makes a lock that processes share, at the beginning of a file.
     *
     * @param type {@code mutex} or {@code rwlock}
     * @param attribute another one that is set, as in the name of the function that does it
     */
    static void create(Path file, String type, String attribute, int value) {
        try (Arena arena = Arena.ofConfined()) {
            long attributes = arena.allocate(ATTRIBUTE_SIZE, Long.BYTES).address();
            set("pthread_" + type + "attr_init", attributes, 0);
            set("pthread_" + type + "attr_setpshared", attributes, PROCESS_SHARED);
            set("pthread_" + type + "attr_set" + attribute, attributes, value);
            set("pthread_" + type + "_init", Words.map(file).address(), attributes);
        }
    }

    private static void set(String function, long a, long b) {
        check(call(CLibrary.function(function, 2), a, b));
    }

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
