package dev.tpfutex.examples.demo;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the command line asks for.
 *
 * @param processes how many worker JVMs run at a time
 * @param threads how many threads each of them has
 * @param duration how long they run
 * @param killEvery average time between two kills, zero for none
 * @param space the lock space, or {@code null} for a file of the demo's own
 * @param daemon whether tpfutexd serves the space, and is killed as well
 * @param seed start of the random numbers that choose whom to kill, and when
 * @param soak whether everything else happens to the workers as well, see {@link Soak}
 * @param longestWait in a soak, what a wait may take that nothing explains
 * @param readPercent how many of a hundred operations only read, and then the ledger is under a reader-writer lock;
 *     or {@link #NO_READERS}
 */
record DemoOptions(int processes, int threads, Duration duration, Duration killEvery, Path space, boolean daemon,
        long seed, boolean soak, Duration longestWait, int readPercent) {

    /** The ledger is under a mutex. */
    static final int NO_READERS = -1;

    static final String USAGE = """
            usage: examples/run demo [--processes 3] [--threads 4] [--seconds 15] [--kill-every 1000ms]
                                     [--rw PERCENT] [--space FILE] [--daemon] [--seed N]

              --processes N      how many JVMs share the lock, 1 to 100
              --threads N        how many threads each of them has, 1 to 500
              --seconds N        how long the demo runs, 1 to 1000000; or --minutes N
              --kill-every TIME  a random JVM is killed at random moments, this long apart on average;
                                 such as 500ms or 2s, and 0 for never
              --rw PERCENT       use a reader-writer lock instead of the mutex, and let so many of a hundred
                                 operations only read, such as 90
              --space FILE       the lock space; created if there is none, and then kept. Without this a file of
                                 the demo's own, deleted at the end
              --daemon           start the daemon tpfutexd, and kill it now and then as well
              --seed N           choose victims and moments as an earlier run did, which has shown this number
            """;

    private static final Duration ONE_SECOND = Duration.ofSeconds(1);
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|)");

    static DemoOptions forDemo() {
        return new DemoOptions(3, 4, Duration.ofSeconds(15), Duration.ofSeconds(1), null, false, randomSeed(), false,
                ONE_SECOND, NO_READERS);
    }

    static DemoOptions forSoak() {
        return new DemoOptions(6, 2, Duration.ofMinutes(30), Duration.ofMillis(400), null, true, randomSeed(), true,
                ONE_SECOND, NO_READERS);
    }

    private static long randomSeed() {
        return ThreadLocalRandom.current().nextInt(1_000_000_000);
    }

    /** Reads a command line; what it does not say is as in these. */
    static DemoOptions parse(List<String> arguments, DemoOptions defaults) throws UsageException {
        DemoOptions options = defaults;
        Deque<String> rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            String option = rest.pop();
            options = switch (option) {
                case "--processes" -> options.processes((int) number(option, rest, 1, 100));
                case "--threads" -> options.threads((int) number(option, rest, 1, 500));
                case "--seconds" -> options.duration(Duration.ofSeconds(number(option, rest, 1, 1_000_000)));
                case "--minutes" -> options.duration(Duration.ofMinutes(number(option, rest, 1, 10_000)));
                case "--kill-every" -> options.killEvery(time(option, rest));
                case "--rw" -> options.readPercent((int) number(option, rest, 0, 100));
                case "--longest-wait" -> options.longestWait(time(option, rest));
                case "--space" -> options.space(file(option, rest));
                case "--daemon" -> options.withDaemon();
                case "--seed" -> options.seed(number(option, rest, 0, Long.MAX_VALUE));
                default -> throw new UsageException("unknown option " + option);
            };
        }
        return options;
    }

    private static long number(String option, Deque<String> rest, long least, long most) throws UsageException {
        String value = value(option, rest);
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // Said below.
        }
        throw new UsageException(option + " must be a number from " + least + " to " + most + ", not " + value);
    }

    private static Duration time(String option, Deque<String> rest) throws UsageException {
        String value = value(option, rest);
        Matcher matcher = TIME.matcher(value);
        if (!matcher.matches()) {
            throw new UsageException(option + " must be a time such as 500ms or 2s, not " + value);
        }
        long number = Long.parseLong(matcher.group(1));
        return matcher.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
    }

    private static Path file(String option, Deque<String> rest) throws UsageException {
        String value = value(option, rest);
        try {
            Path file = Path.of(value).toAbsolutePath();
            if (file.getFileName() != null && Files.isDirectory(file.getParent()) && !Files.isDirectory(file)) {
                return file;
            }
        } catch (InvalidPathException wrong) {
            // Said below.
        }
        throw new UsageException(option + " must be a file in an existing folder, not " + value);
    }

    private static String value(String option, Deque<String> rest) throws UsageException {
        if (rest.isEmpty()) {
            throw new UsageException(option + " needs a value");
        }
        return rest.pop();
    }

    /** Whether the ledger is under a reader-writer lock. */
    boolean isShared() {
        return readPercent != NO_READERS;
    }

    /** What the last line begins with. */
    String name() {
        return soak ? "soak" : "demo";
    }

    private DemoOptions processes(int count) {
        return new DemoOptions(count, threads, duration, killEvery, space, daemon, seed, soak, longestWait,
                readPercent);
    }

    private DemoOptions threads(int count) {
        return new DemoOptions(processes, count, duration, killEvery, space, daemon, seed, soak, longestWait,
                readPercent);
    }

    private DemoOptions duration(Duration time) {
        return new DemoOptions(processes, threads, time, killEvery, space, daemon, seed, soak, longestWait,
                readPercent);
    }

    private DemoOptions killEvery(Duration time) {
        return new DemoOptions(processes, threads, duration, time, space, daemon, seed, soak, longestWait,
                readPercent);
    }

    private DemoOptions longestWait(Duration time) {
        return new DemoOptions(processes, threads, duration, killEvery, space, daemon, seed, soak, time,
                readPercent);
    }

    private DemoOptions readPercent(int percent) {
        return new DemoOptions(processes, threads, duration, killEvery, space, daemon, seed, soak, longestWait,
                percent);
    }

    private DemoOptions space(Path file) {
        return new DemoOptions(processes, threads, duration, killEvery, file, daemon, seed, soak, longestWait,
                readPercent);
    }

    private DemoOptions withDaemon() {
        return new DemoOptions(processes, threads, duration, killEvery, space, true, seed, soak, longestWait,
                readPercent);
    }

    private DemoOptions seed(long number) {
        return new DemoOptions(processes, threads, duration, killEvery, space, daemon, number, soak, longestWait,
                readPercent);
    }
}
