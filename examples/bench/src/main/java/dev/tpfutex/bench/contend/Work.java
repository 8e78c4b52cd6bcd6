package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.result.Workload;
import java.util.concurrent.locks.LockSupport;

/** What a thread does under the lock, and between locks. */
final class Work {

    private static final int RATIO_MASK = 1023;
    private static final long SLEEP_NANOS = 1_000;

    private final int load;
    private final int delay;
    private final int sleeping;
    private int count;

    /** @param first so that not all threads sleep at the same operation */
    Work(Workload workload, int first) {
        load = workload.load();
        delay = workload.delay();
        sleeping = workload.sleeping();
        count = first;
    }

    void load() {
        if (sleeping > 0 && (count++ & RATIO_MASK) < sleeping) {
            LockSupport.parkNanos(SLEEP_NANOS);
        } else {
            relax(load);
        }
    }

    void delay() {
        relax(delay);
    }

    private static void relax(int turns) {
        for (int i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
    }
}
