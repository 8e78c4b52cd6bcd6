package dev.tpfutex.examples.demo;

import java.util.ArrayList;
import java.util.List;

/** When nobody could have got the lock, or a waiter could not have run, through the script or this machine's fault. */
final class StopLog {

    /** Stands for all workers. */
    private static final int MACHINE = -1;

    private final List<Stop> stops = new ArrayList<>();
    private long unfinishedSince = Long.MAX_VALUE;
    private int machineStalls;

    void begin(long now) {
        unfinishedSince = now;
    }

    void end(Stop stop) {
        stops.add(stop);
        unfinishedSince = Long.MAX_VALUE;
    }

    /** The supervisor, which wanted to run, was not run in this time. */
    void stall(long from, long to) {
        stops.add(new Stop(MACHINE, from, to, true));
        machineStalls++;
    }

    int machineStalls() {
        return machineStalls;
    }

    /** Whether all that concerns the time before this moment is known. */
    boolean isComplete(long moment) {
        return moment - unfinishedSince < 0 || unfinishedSince == Long.MAX_VALUE;
    }

    /** How much of a wait is not explained. */
    long unexplained(SlowWait wait) {
        long covered = 0;
        long end = wait.began();
        // In the order in which they ended; those of the script do not overlap each other, stalls may.
        for (Stop stop : stops.stream().filter(one -> one.concerns(wait.worker()))
                .sorted((a, b) -> Long.compare(a.from(), b.from())).toList()) {
            long from = Math.max(stop.from(), end);
            long to = Math.min(stop.to(), wait.ended());
            if (to > from) {
                covered += to - from;
                end = to;
            }
        }
        return wait.ended() - wait.began() - covered;
    }
}
