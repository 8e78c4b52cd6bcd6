package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.PeerJvm;
import dev.tpfutex.bench.lock.Count;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.Outcome;
import dev.tpfutex.bench.result.Waits;
import dev.tpfutex.bench.result.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** The JVMs of one workload, with one lock of each type among them. */
final class Team implements AutoCloseable {

    /** Name of the file of the {@link SharedPage}. */
    static final String PAGE = "page";

    /** No wait is longer, or there is something wrong. */
    static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final String MAIN = "main";
    /** Until the last process has been told and its threads are on their way. */
    private static final long HEAD_START_NANOS = 40_000_000;

    private final Path folder;
    private final Workload workload;
    private final SharedPage page;
    private final List<PeerJvm> jvms = new ArrayList<>();

    /** Starts them. */
    Team(Workload workload, Set<LockType> types) throws IOException, InterruptedException {
        this.workload = workload;
        folder = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-bench-");
        page = new SharedPage(folder.resolve(PAGE));
        try {
            for (LockType type : types) {
                type.create(folder, workload.rw(), workload.preference());
            }
            for (int i = 0; i < workload.processes(); i++) {
                jvms.add(PeerJvm.start(LockType.JVM_OPTIONS, WorkGuest.class.getName(), Integer.toString(i),
                        folder.toString(), Boolean.toString(workload.rw()), workload.preference().name()));
            }
            for (LockType type : types) {
                // The first one alone: some types make their file as they open it.
                tell(jvms.subList(0, 1), "open " + type);
                tell(jvms.subList(1, jvms.size()), "open " + type);
            }
        } catch (IOException | InterruptedException | RuntimeException failure) {
            close();
            throw failure;
        }
    }

    /**
     * One run.
     *
     * @param threads in each process
     * @throws IllegalStateException if the lock has let two in at once, or is not free at the end
     */
    Outcome run(LockType type, int threads, double seconds) throws InterruptedException {
        page.reset();
        tell(jvms, "prepare " + type + ' ' + workload.with(threads).encode());
        long[] before = counts();
        long begin = System.nanoTime() + HEAD_START_NANOS;
        long end = begin + (long) (seconds * TimeUnit.SECONDS.toNanos(1));
        List<GuestReport> reports = new ArrayList<>();
        Clock clock = new Clock(page, end);
        try (clock) {
            begin(jvms, "run " + begin + ' ' + end);
            for (PeerJvm jvm : jvms) {
                reports.add(GuestReport.decode(jvm.await(MAIN, PeerJvm.PATIENCE_SECONDS + (long) seconds)));
            }
        }
        long[] after = counts();
        tell(jvms, "leave");
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
        jvms.getFirst().begin(MAIN, "count");
        return jvms.getFirst().await(MAIN);
    }

    private static void begin(List<PeerJvm> whom, String verb) {
        whom.forEach(jvm -> jvm.begin(MAIN, verb));
    }

    private static void tell(List<PeerJvm> whom, String verb) throws InterruptedException {
        begin(whom, verb);
        for (PeerJvm jvm : whom) {
            jvm.await(MAIN);
        }
    }

    @Override
    public void close() throws IOException {
        jvms.forEach(PeerJvm::close);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
