package dev.tpfutex.bench.death;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Measures how long deaths delay the others, and prints a table. */
public final class DeathBench {

    /** Where the lock service looks for its daemon. */
    static final String SOCKET = "tpfutex.daemon.socket";

    private static final String USAGE = """
            usage: examples/run bench death [--rounds 100] [--only NAME]

              --rounds N   deaths for each line of the table
              --only NAME  owner, top_waiter, queued_waiter, host or no_death, and no other lines
            """;

    private static final int WARM_UP = 3;
    private static final double MILLI = 1e6;

    private DeathBench() {}

    /**
     * Runs it.
     *
     * @param arguments see the usage
     * @throws Exception if a process does not do what it should
     */
    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.print(USAGE);
            return;
        }
        int rounds = 100;
        List<Round> which = List.of(Round.values());
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        try {
            while (!rest.isEmpty()) {
                switch (rest.pop()) {
                    case "--rounds" -> rounds = Integer.parseInt(rest.pop());
                    case "--only" -> which = List.of(Round.valueOf(rest.pop().toUpperCase(Locale.ROOT)));
                    default -> throw new IllegalArgumentException();
                }
            }
        } catch (RuntimeException wrong) {
            System.err.print(USAGE);
            System.exit(2);
        }
        run(rounds, which);
    }

    private static void run(int rounds, List<Round> which) throws Exception {
        Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-death-");
        try {
            System.out.printf(Locale.ROOT, "%-32s %-12s %6s %9s %9s %9s%n", "who dies", "coordinator", "rounds",
                    "p50", "p99", "max");
            for (boolean daemon : new boolean[] {false, true}) {
                try (Party party = new Party(folder, daemon)) {
                    for (Round round : which) {
                        print(round, daemon, measure(party, round, rounds));
                    }
                }
            }
        } finally {
            delete(folder);
        }
    }

    private static long[] measure(Party party, Round round, int rounds) throws Exception {
        long[] nanos = new long[rounds];
        for (int i = -WARM_UP; i < rounds; i++) {
            party.prepare();
            long delay = round.play(party);
            party.cleanUp(round == Round.HOST);
            if (i >= 0) {
                nanos[i] = delay;
            }
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private static void print(Round round, boolean daemon, long[] sorted) {
        System.out.printf(Locale.ROOT, "%-32s %-12s %6d %6.2f ms %6.2f ms %6.2f ms%n", round,
                daemon ? "daemon" : "embedded", sorted.length, share(sorted, 0.5), share(sorted, 0.99),
                share(sorted, 1));
    }

    private static double share(long[] sorted, double share) {
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)] / MILLI;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
