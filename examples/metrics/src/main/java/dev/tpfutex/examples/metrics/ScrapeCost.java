package dev.tpfutex.examples.metrics;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.daemon.TpFutexDaemon;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What it costs to be measured: two JVMs contend for a lock, and its owners are counted while nobody measures, while both
 * have their metrics in a registry, while those are scraped, and while the daemon is scraped. The four take turns, in
 * short phases, so that whatever else goes on in the machine hits all of them.
 */
public final class ScrapeCost implements AutoCloseable {

    private static final String USAGE = """
            usage: examples/run bench scrape [--rounds N] [--phase MILLIS] [--every MILLIS] [--threads N]
                                             [--locks N] [--warmup N]

              --rounds N      how often each phase comes, default 20
              --phase MILLIS  how long each lasts, default 1000
              --every MILLIS  time between two scrapes, default 1000
              --threads N     threads of each of the two JVMs, default 2
              --locks N       locks in the space, default 100
              --warmup N      scrapes before it begins, default 300: the first ones take ten times as long
            """;

    private enum Phase {
        PLAIN("nobody measures"), BOUND("metrics of the programs"), SCRAPED("  and scraped"), DAEMON("daemon scraped");

        private final String title;

        Phase(String title) {
            this.title = title;
        }
    }

    /** How to measure. */
    record Settings(int rounds, long phaseNanos, long everyNanos, int threads, int locks, int warmUp) {

        private static final long NANOS_PER_MILLI = 1_000_000;

        static Settings parse(List<String> arguments) {
            int[] values = {20, 1000, 1000, 2, 100, 300};
            List<String> options = List.of("--rounds", "--phase", "--every", "--threads", "--locks", "--warmup");
            for (int i = 0; i < arguments.size(); i += 2) {
                int option = options.indexOf(arguments.get(i));
                if (option < 0 || i + 1 == arguments.size()) {
                    throw new IllegalArgumentException(USAGE);
                }
                values[option] = Integer.parseInt(arguments.get(i + 1));
                if (values[option] < 1) {
                    throw new IllegalArgumentException(USAGE);
                }
            }
            return new Settings(
                    values[0], values[1] * NANOS_PER_MILLI, values[2] * NANOS_PER_MILLI, values[3], values[4],
                    values[5]);
        }
    }

    private final Settings settings;
    private final Path directory;
    private final OtherJvm daemon;
    private final URI metrics;
    private final LockSpace space;
    private final SharedMutex lock;
    private final List<OtherJvm> programs = new ArrayList<>();

    private ScrapeCost(Settings settings) throws IOException {
        this.settings = settings;
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-scrape-");
        Path socket = directory.resolve("tpfutexd.sock");
        Path file = directory.resolve("orders.tpf");
        daemon = OtherJvm.start(TpFutexDaemon.class, "--socket", socket.toString(), "--metrics", "0");
        metrics = URI.create(daemon.await("tpfutexd: metrics on "));
        daemon.await("tpfutexd: listening on ");
        space = LockSpace.open(file, SpaceOptions.defaults().daemonSocket(socket));
        lock = space.mutex(Load.LOCK);
        for (int i = 1; i < settings.locks(); i++) {
            space.mutex("idle" + i);
        }
        for (int i = 0; i < 2; i++) {
            OtherJvm program = OtherJvm.start(
                    Load.class, file.toString(), socket.toString(), String.valueOf(settings.threads()));
            programs.add(program);
            program.await("done");
        }
    }

    /** See {@code --help}. Exit code 2: wrong arguments. */
    public static void main(String[] args) throws IOException {
        Settings settings = null;
        if (args.length == 1 && (args[0].equals("-h") || args[0].equals("--help"))) {
            System.out.print(USAGE);
            return;
        }
        try {
            settings = Settings.parse(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.print(USAGE);
            System.exit(2);
        }
        try (ScrapeCost cost = new ScrapeCost(settings)) {
            cost.run().forEach(System.out::println);
        }
    }

    /** Measures; a table. */
    static List<String> measure(Settings settings) throws IOException {
        try (ScrapeCost cost = new ScrapeCost(settings)) {
            return cost.run();
        }
    }

    private List<String> run() throws IOException {
        warmUp();
        double[][] rates = new double[Phase.values().length][settings.rounds()];
        // The first round is not counted.
        for (int round = -1; round < settings.rounds(); round++) {
            for (Phase phase : Phase.values()) {
                double rate = run(phase);
                if (round >= 0) {
                    rates[phase.ordinal()][round] = rate;
                }
            }
        }
        List<String> table = new ArrayList<>();
        table.add(String.format(Locale.ROOT, "%-26s %12s %10s", "", "owners/s", "change"));
        for (Phase phase : Phase.values()) {
            table.add(String.format(Locale.ROOT, "%-26s %,12.0f %+9.2f %%", phase.title,
                    median(rates[phase.ordinal()]), change(rates[Phase.PLAIN.ordinal()], rates[phase.ordinal()])));
        }
        return table;
    }

    private void warmUp() throws IOException {
        tell("bind");
        for (int i = 0; i < settings.warmUp(); i++) {
            scrape(Phase.SCRAPED);
            scrape(Phase.DAEMON);
        }
        tell("unbind");
    }

    private double run(Phase phase) throws IOException {
        boolean bound = phase == Phase.BOUND || phase == Phase.SCRAPED;
        if (bound) {
            tell("bind");
        }
        long start = System.nanoTime();
        long before = lock.statistics().acquisitions();
        long now = start;
        for (long next = start; now - start < settings.phaseNanos(); now = System.nanoTime()) {
            if (now >= next) {
                scrape(phase);
                next += settings.everyNanos();
            }
            LockSupport.parkNanos(Math.min(next, start + settings.phaseNanos()) - System.nanoTime());
        }
        double rate = (lock.statistics().acquisitions() - before) * 1e9 / (System.nanoTime() - start);
        if (bound) {
            tell("unbind");
        }
        return rate;
    }

    private void scrape(Phase phase) throws IOException {
        if (phase == Phase.SCRAPED) {
            tell("scrape");
        } else if (phase == Phase.DAEMON) {
            try (InputStream answer = metrics.toURL().openStream()) {
                if (!new String(answer.readAllBytes()).contains(Load.LOCK)) {
                    throw new IOException("the scrape does not name the lock");
                }
            }
        }
    }

    private void tell(String order) throws IOException {
        for (OtherJvm program : programs) {
            program.tell(order);
            program.await("done");
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Each phase is compared with the plain one of its own round. */
    private static double change(double[] plain, double[] measured) {
        double[] percent = new double[plain.length];
        for (int i = 0; i < plain.length; i++) {
            percent[i] = (measured[i] / plain[i] - 1) * 100;
        }
        return median(percent);
    }

    @Override
    public void close() throws IOException {
        programs.forEach(OtherJvm::close);
        space.close();
        daemon.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
