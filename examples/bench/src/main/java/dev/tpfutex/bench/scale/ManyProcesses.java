package dev.tpfutex.bench.scale;

import dev.tpfutex.bench.FactTable;
import dev.tpfutex.bench.PeerJvm;
import dev.tpfutex.bench.Peers;
import dev.tpfutex.bench.lock.LockType;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Processes that have nothing to do with each other, but for the file in which their locks are: does the traffic of one
 * slow another's? The yardstick is the JDK's own lock, which they do not share even so.
 */
final class ManyProcesses {

    private static final double MILLION = 1e6;
    private static final long HEAD_START_NANOS = 100_000_000;
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final int processes;
    private final Set<LockType> types;
    private final FactTable table;

    ManyProcesses(int processes, Set<LockType> types, FactTable table) {
        this.processes = processes;
        this.types = types;
        this.table = table;
    }

    void run(int repeat, int seconds) throws IOException, InterruptedException {
        for (LockType type : types) {
            // Other processes for each type: in each, one call of lock has seen only one type.
            try (Peers peers = new Peers()) {
                for (int i = 0; i < processes; i++) {
                    peers.start(LockType.JVM_OPTIONS, ScaleGuest.class);
                }
                peers.tellFirstAndThenOthers("own " + type);
                // To warm up: each needs some time of its own.
                rate(peers, Math.max(1, processes / CORES / 4));
                for (int i = 0; i < repeat; i++) {
                    table.add(processes + " processes on own locks, per core", type.name(), "million/s",
                            rate(peers, seconds) / Math.min(processes, CORES) / MILLION);
                }
            }
        }
    }

    private static double rate(Peers peers, int seconds) throws InterruptedException {
        long begin = System.nanoTime() + HEAD_START_NANOS;
        peers.begin("run " + begin + ' ' + (begin + TimeUnit.SECONDS.toNanos(seconds)));
        return peers.await(PeerJvm.PATIENCE_SECONDS + seconds).stream().mapToLong(answer -> answer[0]).sum()
                / (double) seconds;
    }
}
