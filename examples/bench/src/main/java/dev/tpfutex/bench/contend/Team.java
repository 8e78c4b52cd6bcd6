package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.PeerJvm;
import dev.tpfutex.bench.Peers;
import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.Outcome;
import dev.tpfutex.bench.result.Waits;
import dev.tpfutex.bench.result.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** JVMs for workloads of one shape, with one lock of each type among them. */
final class Team implements AutoCloseable {

    /** Name of the file of the {@link SharedPage}. */
    static final String PAGE = "page";

    /** No wait is longer, or there is something wrong. */
    static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    /** Until the last process has been told and its threads are on their way. */
    private static final long HEAD_START_NANOS = 40_000_000;

    private final Workload workload;
    private final Peers peers = new Peers();
    private final SharedPage page;

    /**
     * Starts them.
     *
     * @param workload for which, and for those like it
     */
    Team(Workload workload, Set<LockType> types) throws IOException, InterruptedException {
        this.workload = workload;
        page = new SharedPage(peers.folder().resolve(PAGE));
        try {
            for (LockType type : types) {
                create(type);
            }
            for (int i = 0; i < workload.processes(); i++) {
                peers.start(LockType.JVM_OPTIONS, WorkGuest.class, Boolean.toString(workload.rw()),
                        workload.preference().name());
            }
            for (LockType type : types) {
                peers.tellFirstAndThenOthers("open " + type);
            }
        } catch (IOException | InterruptedException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    private void create(LockType type) {
        if (workload.rw()) {
            type.createRw(peers.folder(), workload.preference());
        } else {
            type.create(peers.folder(), LockType.SHARED);
        }
    }

    /** Whether they can do that, too: there are as many of them as it wants, with locks as it wants. */
    boolean isFor(Workload other) {
        return workload.rw() == other.rw()
                && workload.processes() == other.processes()
                && workload.preference() == other.preference();
    }

    /**
     * One run.
     *
     * @param work one that they {@linkplain #isFor are for}
     * @throws IllegalStateException if the lock has let two in at once, or is not free at the end
     */
    Outcome run(LockType type, Workload work, double seconds) throws InterruptedException {
        page.reset();
        peers.tell("prepare " + type + ' ' + work.encode());
        long[] before = counts();
        long begin = System.nanoTime() + HEAD_START_NANOS;
        long end = begin + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        List<GuestReport> reports = new ArrayList<>();
        Clock clock = new Clock(page, end);
        try (clock) {
            peers.begin("run " + begin + ' ' + end);
            peers.await(PeerJvm.PATIENCE_SECONDS + (long) seconds)
                    .forEach(report -> reports.add(GuestReport.decode(report)));
        }
        long[] after = counts();
        peers.tell("leave");
        check(type, reports, after[after.length - 1]);
        return outcome(type, reports, before, after, clock, (clock.ended() - begin) / 1e9);
    }

    private void check(LockType type, List<GuestReport> reports, long residue) {
        long violations = reports.stream().mapToLong(GuestReport::violations).sum();
        long sections = reports.stream().mapToLong(GuestReport::sections).sum();
        if (violations != 0 || sections != page.sections()) {
            throw new IllegalStateException(String.format(
                    "%s does not exclude: %d sections of writers, of which %d were counted; %d saw another in theirs",
                    type, sections, page.sections(), violations));
        } else if (residue != 0) {
            throw new IllegalStateException(type + ": all is done, but the lock's word is 0x"
                    + Long.toHexString(residue));
        }
    }

    private Outcome outcome(LockType type, List<GuestReport> reports, long[] before, long[] after, Clock clock,
            double seconds) {
        long[] operations = reports.stream().flatMapToLong(report -> Arrays.stream(report.operations()))
                .toArray();
        long[] reads = reports.stream().flatMapToLong(report -> Arrays.stream(report.reads())).toArray();
        Map<Count, Long> counts = new EnumMap<>(Count.class);
        for (Count count : Count.values()) {
            long own = reports.stream().mapToLong(report -> report.tally().of(count)).sum();
            if (type.counts().contains(count) || count == Count.TIMEOUTS) {
                counts.put(count, own + after[count.ordinal()] - before[count.ordinal()]);
            }
        }
        Histogram waits = new Histogram(LONGEST_NANOS, 2);
        reports.forEach(report -> waits.add(report.waits()));
        long total = Math.max(1, Arrays.stream(operations).sum());
        return new Outcome(seconds, operations, reads, reports.stream().mapToLong(GuestReport::cpuNanos).sum() / 1e9,
                counts, reports.stream().mapToLong(GuestReport::batches).sum(),
                Waits.of(waits, (long) (seconds * 1e9 * operations.length / total)), clock.latest() / 1e6);
    }

    private long[] counts() throws InterruptedException {
        return peers.tell(0, "count");
    }

    @Override
    public void close() {
        peers.close();
    }
}
