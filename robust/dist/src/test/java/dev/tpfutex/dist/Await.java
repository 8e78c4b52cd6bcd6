package dev.tpfutex.dist;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions, with a watchdog. */
final class Await {

    private static final Duration WATCHDOG = Duration.ofSeconds(60);

    private static final long POLL_NANOS = 5_000_000;

    private Await() {}

    /** Returns once the condition holds; fails, naming it, when the watchdog bites. */
    static void until(String what, Callable<Boolean> condition) {
        long start = System.nanoTime();
        while (!holds(condition)) {
            if (System.nanoTime() - start > WATCHDOG.toNanos()) {
                throw new AssertionError("not within " + WATCHDOG + ": " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
