package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import dev.tpfutex.bench.result.Workload;

/** Locks and unlocks a mutex. See {@link Loops} for how it is loaded. */
final class MutexLoop implements Loop {

    /** The compiler gets a method that is called often. */
    private static final int BATCH = 256;

    private final TestedMutex lock;
    private final SharedPage page;
    private final Meter meter;
    private final Work work;
    private final Tally tally;
    private final long timeoutNanos;

    private long sections;
    private long violations;

    MutexLoop(TestedMutex lock, SharedPage page, Meter meter, Work work, Tally tally, Workload workload, int thread) {
        this.lock = lock;
        this.page = page;
        this.meter = meter;
        this.work = work;
        this.tally = tally;
        this.timeoutNanos = workload.timeoutMicros() * 1_000L;
    }

    @Override
    public void run() {
        while (!meter.isOver()) {
            batch();
        }
    }

    private void batch() {
        for (int i = 0; i < BATCH && !meter.isOver(); i++) {
            meter.asks();
            if (!acquire()) {
                return;
            }
            meter.has(false);
            long number = page.beginWrite();
            work.load();
            if (!page.endWrite(number)) {
                violations++;
            }
            lock.unlock(tally);
            sections++;
            work.delay();
        }
    }

    private boolean acquire() {
        if (timeoutNanos == 0) {
            lock.lock(tally);
            return true;
        }
        while (!lock.lock(tally, timeoutNanos)) {
            tally.add(Count.TIMEOUTS);
            if (meter.isOver()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public long sections() {
        return sections;
    }

    @Override
    public long violations() {
        return violations;
    }

    @Override
    public long batches() {
        return 0;
    }
}
