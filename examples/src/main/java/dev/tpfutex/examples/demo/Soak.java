package dev.tpfutex.examples.demo;

import java.util.List;

/**
 * {@code examples/run soak}: everything that can happen to processes, at random, for as long as wanted. Workers are
 * killed, stopped and continued, and told to end in order; the coordinator's host is killed wherever it is; the daemon
 * is killed, stays away for a while, in which the workers serve themselves, and comes back; threads end while they own
 * the lock, or read under it. The ledger judges, as in the demo, and each wait of more than a second must be explained
 * by a stop.
 */
public final class Soak {

    private static final String USAGE = """
            usage: examples/run soak [--minutes 30] [--seed N] [--processes 6] [--threads 2] [--kill-every 400ms]
                                     [--rw PERCENT] [--longest-wait 1s] [--space FILE]

              --minutes N        how long it runs; or --seconds N
              --seed N           choose victims and moments as an earlier run did, which has shown this number
              --processes N      how many JVMs share the lock, 1 to 100
              --threads N        how many threads each of them has, 1 to 500
              --kill-every TIME  a random JVM is killed at random moments, this long apart on average
              --rw PERCENT       use a reader-writer lock instead of the mutex, and let so many of a hundred
                                 operations only read, such as 90
              --longest-wait TIME  what a wait may take, the time not counted in which the owner or the waiter is stopped;
                                 longer on a machine that is busy with other things
              --space FILE       the lock space; created if there is none, and then kept

            The exit code is 0 if all was well, and 1 if not; then files next to the space tell more.
            """;

    private Soak() {}

    /**
     * Runs the soak. The exit code is 0 if all was well, 1 if not, 2 if the arguments are wrong.
     *
     * @param arguments see the usage
     */
    public static void main(String[] arguments) throws InterruptedException {
        Launcher.main(List.of(arguments), DemoOptions.forSoak(), USAGE);
    }
}
