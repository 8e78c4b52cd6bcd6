package dev.tpfutex.examples.demo;

import java.time.Duration;

/** Notices that nobody gets on, or that one thread does not. */
final class Watchdog {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Crew crew;
    private long operations;
    private long progressAt;

    Watchdog(Crew crew) {
        this.crew = crew;
    }

    /**
     * Looks at all threads.
     *
     * @throws DemoFailure if there is a hang
     */
    void check() {
        // Asked first: a thread that begins to wait while we look must not seem to wait since before.
        long now = System.nanoTime();
        checkProgress(now);
        for (WorkerProcess worker : crew.workers()) {
            for (int index = 0; index < worker.row().threads(); index++) {
                long since = worker.row().thread(index).waitingSince();
                if (since != 0 && now - since > LIMIT.toNanos()) {
                    throw DemoFailure.hang(worker + " thread " + index + " waits for " + Text.millis(now - since));
                }
            }
        }
    }

    /** The time starts with the first operation: how long it takes to start JVMs is not the point here. */
    private void checkProgress(long now) {
        long done = crew.tally().operations();
        if (done != operations || done == 0) {
            operations = done;
            progressAt = now;
        } else if (now - progressAt > LIMIT.toNanos()) {
            throw DemoFailure.hang("no thread of any worker has got the lock for " + Text.millis(now - progressAt));
        }
    }
}
