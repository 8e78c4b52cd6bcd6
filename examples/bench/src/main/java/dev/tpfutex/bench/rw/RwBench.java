package dev.tpfutex.bench.rw;

import dev.tpfutex.bench.Machine;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Measures reader-writer locks, and prints tables. */
public final class RwBench {

    private static final String USAGE = """
            usage: examples/run bench rw [--only NAME] [--threads N] [--rounds 15] [--seconds 5]

              --only NAME   uncontended (JMH), throughput (JVMs that only read; beside it the C library's lock), or
                            waits (of a writer among readers that never pause, and the other way round)
              --threads N   readers in each of the two JVMs, or writers; 1 for throughput and 4 for waits if not given
              --rounds N    throughput: how often each kind of lock has its turn
              --seconds N   waits: for each line of the table
            """;

    private static final int MILLIS = 1000;
    private static final int THROUGHPUT_THREADS = 1;
    private static final int WAITS_THREADS = 4;
    private static final int MOST_THREADS = 100;
    private static final int MOST_ROUNDS = 1000;
    /** Less than the patience that everybody has with a JVM that does not answer. */
    private static final int MOST_SECONDS = 30;

    private List<String> parts = List.of("uncontended", "throughput", "waits");
    private int threads;
    private int rounds = 15;
    private int seconds = 5;

    private RwBench() {}

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
        RwBench bench = new RwBench();
        try {
            bench.parse(new ArrayDeque<>(List.of(arguments)));
        } catch (RuntimeException wrong) {
            System.err.print(USAGE);
            System.exit(2);
        }
        bench.run();
    }

    private void parse(Deque<String> rest) {
        while (!rest.isEmpty()) {
            switch (rest.pop()) {
                case "--only" -> only(rest.pop());
                case "--threads" -> threads = number(rest.pop(), MOST_THREADS);
                case "--rounds" -> rounds = number(rest.pop(), MOST_ROUNDS);
                case "--seconds" -> seconds = number(rest.pop(), MOST_SECONDS);
                default -> throw new IllegalArgumentException();
            }
        }
    }

    private void only(String part) {
        if (!parts.contains(part)) {
            throw new IllegalArgumentException(part);
        }
        parts = List.of(part);
    }

    private static int number(String text, int most) {
        int number = Integer.parseInt(text);
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    private void run() throws Exception {
        for (String part : parts) {
            System.out.println(Machine.describe());
            run(part);
        }
    }

    private void run(String part) throws Exception {
        if (part.equals("uncontended")) {
            Uncontended.run();
            return;
        }
        try (Crowd crowd = new Crowd()) {
            if (part.equals("throughput")) {
                new Throughput(crowd, threadsOr(THROUGHPUT_THREADS), rounds).run();
            } else {
                new Waits(crowd, threadsOr(WAITS_THREADS), (long) seconds * MILLIS).run();
            }
        }
    }

    private int threadsOr(int usual) {
        return threads == 0 ? usual : threads;
    }
}
