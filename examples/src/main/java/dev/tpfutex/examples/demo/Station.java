package dev.tpfutex.examples.demo;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What one thread of a worker has to work with.
 *
 * @param mark who it is
 * @param stopped whether the worker has been told to end
 */
record Station(Ledger ledger, WorkerStats stats, Mark mark, WorkerOrders orders, BooleanSupplier stopped,
        Random random) {

    private static final int LONGEST_HOLD_NANOS = 1_000_000;
    /** Who has the lock sleeps once in so many operations. */
    private static final int HOLD_SHARE = 200;
    private static final int SOAK_HOLD_SHARE = 10;

    WorkerRow row() {
        return stats.row(mark.worker());
    }

    ThreadCell cell() {
        return row().thread(mark.thread());
    }

    /** Now and then a thread sleeps while it has the lock, which makes the waiters sleep, too. */
    long holdNanos() {
        return random.nextInt(orders.soak() ? SOAK_HOLD_SHARE : HOLD_SHARE) == 0
                ? random.nextInt(LONGEST_HOLD_NANOS)
                : 0;
    }

    /** The thread has been told that its time is up. */
    void miss(long began, Duration timeout) {
        long waited = cell().miss(began) - began;
        if (waited < timeout.toNanos()) {
            throw new Violation(mark + " was told of a timeout after " + waited + " ns instead of " + timeout);
        }
    }

    /**
     * Reports a failure and stays where it is, holding what it holds: the supervisor looks at the scene as it was.
     *
     * @return never
     */
    RuntimeException freeze(Throwable failure) {
        row().fail(failure.toString());
        failure.printStackTrace();
        while (!stopped.getAsBoolean()) {
            LockSupport.parkNanos(100_000_000);
        }
        // Never let go of a lock in a state that is in doubt.
        Runtime.getRuntime().halt(Worker.FAILED);
        return new IllegalStateException(failure);
    }
}
