package dev.tpfutex.robust.peer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Feels how long this machine keeps a thread that wants to run from running: what a busy machine does to everybody is
 * not to be blamed on the locks.
 */
public final class Pulse {

    private static final long PERIOD_NANOS = 5_000_000;

    private volatile long longestNanos;

    public Pulse() {
        Thread.ofPlatform().daemon().name("pulse").start(this::beat);
    }

    /** Feels anew from here on. */
    public void reset() {
        longestNanos = 0;
    }

    /** The longest delay since the reset. */
    public Duration longest() {
        return Duration.ofNanos(longestNanos);
    }

    private void beat() {
        for (;;) {
            long before = System.nanoTime();
            LockSupport.parkNanos(PERIOD_NANOS);
            longestNanos = Math.max(longestNanos, System.nanoTime() - before - PERIOD_NANOS);
        }
    }
}
