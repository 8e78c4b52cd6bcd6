package dev.tpfutex.robust.peer;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.SharedMutex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Counts in a ledger under a mutex, again and again, and repairs the ledger after deaths. */
final class PeerCounter {

    private final SharedMutex mutex;
    private final Ledger ledger;

    PeerCounter(SharedMutex mutex, Path ledger) throws IOException {
        this.mutex = mutex;
        this.ledger = Ledger.open(ledger);
    }

    /** Lets so many virtual threads count at once, each so often. */
    String runMany(int threads, int times) throws Exception {
        try (ExecutorService crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> each = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                each.add(crowd.submit(() -> run(times)));
            }
            for (Future<String> one : each) {
                one.get();
            }
        }
        return "counted " + threads * times;
    }

    /** Counts so often, or until the ledger is stopped if that is 0; how often it has counted. */
    String run(int times) {
        long visits = 0;
        while (times > 0 ? visits < times : !ledger.isStopped()) {
            try (LockGuard guard = mutex.acquire()) {
                if (guard.ownerDied()) {
                    ledger.repair();
                    guard.markConsistent();
                }
                ledger.visit(guard.fencingToken());
            }
            visits++;
        }
        return "counted " + visits;
    }
}
