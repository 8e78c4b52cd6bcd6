package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedRwLock;
import dev.tpfutex.bench.result.Workload;

/** Reads and writes under a reader-writer lock. See {@link Loops} for how it is loaded. */
final class RwLoop implements Loop {

    /** The compiler gets a method that is called often. */
    private static final int BATCH = 256;
    private static final int ALL = 100;
    /** So that threads do not begin with the same operation; no divisor of {@link #ALL}. */
    private static final int STRIDE = 37;

    private final TestedRwLock lock;
    private final SharedPage page;
    private final Meter meter;
    private final Work work;
    private final Tally tally;
    private final long timeoutNanos;
    private final int readPercent;

    private int share;
    private long sections;
    private long violations;
    private long batches;

    RwLoop(TestedRwLock lock, SharedPage page, Meter meter, Work work, Tally tally, Workload workload, int thread) {
        this.lock = lock;
        this.page = page;
        this.meter = meter;
        this.work = work;
        this.tally = tally;
        this.timeoutNanos = workload.timeoutMicros() * 1_000L;
        this.readPercent = !workload.separate() ? workload.readPercent() : workload.isReader(thread) ? ALL : 0;
        this.share = thread * STRIDE % ALL;
    }

    @Override
    public void run() {
        while (!meter.isOver()) {
            batch();
        }
    }

    private void batch() {
        for (int i = 0; i < BATCH && !meter.isOver(); i++) {
            if (!(isReadNext() ? read() : write())) {
                return;
            }
            work.delay();
        }
    }

    /** Spreads reads and writes evenly. */
    private boolean isReadNext() {
        share += readPercent;
        if (share < ALL) {
            return false;
        }
        share -= ALL;
        return true;
    }

    private boolean read() {
        meter.asks();
        if (!acquireShared()) {
            return false;
        }
        meter.has(true);
        long number = page.beginRead();
        if (page.isFirstReaderAfter(number)) {
            batches++;
        }
        work.load();
        if (!page.endRead(number)) {
            violations++;
        }
        lock.unlockShared(tally);
        return true;
    }

    private boolean write() {
        meter.asks();
        if (!acquire()) {
            return false;
        }
        meter.has(false);
        long number = page.beginWrite();
        work.load();
        if (!page.endWrite(number)) {
            violations++;
        }
        lock.unlock(tally);
        sections++;
        return true;
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

    private boolean acquireShared() {
        if (timeoutNanos == 0) {
            lock.lockShared(tally);
            return true;
        }
        while (!lock.lockShared(tally, timeoutNanos)) {
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
        return batches;
    }
}
