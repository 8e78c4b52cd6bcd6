package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.ProcessTime;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import dev.tpfutex.bench.lock.TestedRwLock;
import dev.tpfutex.bench.result.Workload;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** The threads of one JVM in one run. They stay until they are told to leave, for what they counted may go with them. */
final class Crew {

    /** When a run begins and ends, by the monotonic clock, which all processes share. */
    private record Period(long begin, long end) {}

    private final LockType type;
    private final TestedMutex lock;
    private final SharedPage page;
    private final Workload workload;
    private final Loops loops;
    private final int process;
    private final Meter[] meters;
    private final Loop[] work;
    private final Tally[] tallies;
    private final CountDownLatch ready;
    private final CompletableFuture<Period> period = new CompletableFuture<>();
    private final CountDownLatch done;
    private final CountDownLatch leave = new CountDownLatch(1);

    /** @param process number of this JVM */
    Crew(LockType type, TestedMutex lock, SharedPage page, Workload workload, Loops loops, int process) {
        this.type = type;
        this.lock = lock;
        this.page = page;
        this.workload = workload;
        this.loops = loops;
        this.process = process;
        int threads = workload.threads();
        this.meters = new Meter[threads];
        this.work = new Loop[threads];
        this.tallies = new Tally[threads];
        this.ready = new CountDownLatch(threads);
        this.done = new CountDownLatch(threads);
    }

    /** Starts the threads; each has used the lock once when this returns. */
    void prepare() throws InterruptedException {
        for (int i = 0; i < meters.length; i++) {
            int index = i;
            Thread.ofPlatform().daemon().name("worker-" + index).start(() -> serve(index));
        }
        ready.await();
    }

    private void serve(int index) {
        useOnce(new Tally());
        ready.countDown();
        Period run = period.join();
        int thread = process * workload.threads() + index;
        meters[index] = new Meter(page, run.end());
        tallies[index] = new Tally();
        work[index] = loops.create(type, lock, page, meters[index], new Work(workload, thread), tallies[index],
                workload, thread);
        for (long rest = run.begin() - System.nanoTime(); rest > 0; rest = run.begin() - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
        work[index].run();
        done.countDown();
        try {
            leave.await();
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    private void useOnce(Tally tally) {
        lock.lock(tally);
        lock.unlock(tally);
        if (lock instanceof TestedRwLock rwLock) {
            rwLock.lockShared(tally);
            rwLock.unlockShared(tally);
        }
    }

    /** Has them work; returns when all have finished. */
    GuestReport run(long begin, long end) throws InterruptedException {
        Tally tally = new Tally();
        long cpu = ProcessTime.nanos(tally);
        period.complete(new Period(begin, end));
        done.await();
        return report(ProcessTime.nanos(tally) - cpu);
    }

    private GuestReport report(long cpuNanos) {
        int threads = meters.length;
        long[] operations = new long[threads];
        long[] reads = new long[threads];
        long sections = 0;
        long violations = 0;
        long batches = 0;
        Tally total = new Tally();
        Histogram waits = new Histogram(Team.LONGEST_NANOS, 2);
        for (int i = 0; i < threads; i++) {
            operations[i] = meters[i].operations();
            reads[i] = meters[i].reads();
            sections += work[i].sections();
            violations += work[i].violations();
            batches += work[i].batches();
            waits.add(meters[i].waits());
            for (Count count : Count.values()) {
                total.add(count, tallies[i].of(count));
            }
        }
        return new GuestReport(cpuNanos, sections, violations, batches, operations, reads, total, waits);
    }

    /** What the lock itself has counted so far, and last what is left in its word. */
    long[] count() {
        Tally total = new Tally();
        lock.addTo(total);
        long[] numbers = new long[Count.values().length + 1];
        for (Count count : Count.values()) {
            numbers[count.ordinal()] = total.of(count);
        }
        numbers[numbers.length - 1] = lock.residue();
        return numbers;
    }

    void leave() {
        leave.countDown();
    }
}
