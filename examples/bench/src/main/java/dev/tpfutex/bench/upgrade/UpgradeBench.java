package dev.tpfutex.bench.upgrade;

import dev.tpfutex.bench.PeerJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Measures what 2 JVMs of 4 threads each, which work under one lock, notice when the daemon that coordinates is stopped
 * and the next one started, in order as for an upgrade, or after a SIGKILL; and, as the yardstick, when nothing is done.
 */
public final class UpgradeBench {

    private static final String USAGE = """
            usage: examples/run bench upgrade [--rounds 20]

              --rounds N  changes of the daemon for each line of the table
            """;

    private static final int JVMS = 2;
    private static final int THREADS = 4;
    private static final long QUIET_NANOS = 1_000_000_000;
    private static final long POLL_NANOS = 2_000_000;
    private static final double MILLI = 1e6;
    /** The system keeps fifteen characters of a thread's name. */
    private static final String COORDINATOR = "tpfutex-coordin";

    private enum Change {
        NOTHING("nothing"),
        UPGRADE("stopped, and the next one started"),
        KILL("killed, and the next one started");

        private final String words;

        Change(String words) {
            this.words = words;
        }
    }

    private final Path socket;
    private final Board board;
    private final List<PeerJvm> workers = new ArrayList<>();
    private PeerJvm daemon;

    private UpgradeBench(Path folder) throws IOException {
        this.socket = folder.resolve("tpfutexd.sock");
        this.board = Board.open(folder.resolve("board"));
        daemon = startDaemon();
        for (int i = 0; i < JVMS; i++) {
            workers.add(PeerJvm.start(List.of("-Dtpfutex.daemon.socket=" + socket), Worker.class.getName(),
                    folder.resolve("space.tpf").toString(), folder.resolve("board").toString(),
                    Integer.toString(THREADS)));
        }
    }

    /**
     * Runs it.
     *
     * @param arguments see the usage
     * @throws Exception if a process does not do what it should
     */
    public static void main(String[] arguments) throws Exception {
        int rounds = 20;
        Deque<String> rest = new ArrayDeque<>(List.of(arguments));
        try {
            while (!rest.isEmpty()) {
                switch (rest.pop()) {
                    case "--rounds" -> rounds = Integer.parseInt(rest.pop());
                    case "--help" -> {
                        System.out.print(USAGE);
                        return;
                    }
                    default -> throw new IllegalArgumentException();
                }
            }
        } catch (RuntimeException wrong) {
            System.err.print(USAGE);
            System.exit(2);
        }
        run(rounds);
    }

    private static void run(int rounds) throws Exception {
        Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "tpfutex-upgrade-");
        UpgradeBench bench = new UpgradeBench(folder);
        try {
            bench.awaitOffice();
            System.out.printf(Locale.ROOT, "%-36s %6s   %-28s   %-28s%n", "the daemon is", "rounds",
                    "nobody gets the lock for", "one thread waits for");
            for (Change change : Change.values()) {
                bench.measure(change, rounds);
            }
        } finally {
            bench.close();
            delete(folder);
        }
    }

    private void measure(Change change, int rounds) throws Exception {
        long[] stalls = new long[rounds];
        long[] waits = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            pause();
            longestWait();
            board.begin();
            long before = board.count();
            apply(change);
            pause();
            stalls[i] = board.stall();
            waits[i] = longestWait();
            if (board.count() == before) {
                throw new IllegalStateException("nobody got the lock any more");
            }
        }
        System.out.printf(Locale.ROOT, "%-36s %6d   %s   %s%n", change.words, rounds, text(stalls), text(waits));
    }

    private void apply(Change change) throws Exception {
        if (change == Change.NOTHING) {
            return;
        }
        if (change == Change.UPGRADE) {
            daemon.terminate();
        } else {
            daemon.kill();
        }
        daemon.awaitEnd();
        daemon = startDaemon();
        awaitOffice();
    }

    private static void pause() {
        long end = System.nanoTime() + QUIET_NANOS;
        for (long left = QUIET_NANOS; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private long longestWait() throws InterruptedException {
        long longest = 0;
        for (PeerJvm worker : workers) {
            worker.begin("main", "wait");
            longest = Math.max(longest, worker.await("main")[0]);
        }
        return longest;
    }

    private PeerJvm startDaemon() throws IOException {
        return PeerJvm.startSilent(
                List.of("-XX:TieredStopAtLevel=1"), "dev.tpfutex.robust.daemon.TpFutexDaemon", "--socket",
                socket.toString());
    }

    /** Until the daemon coordinates, which its clients ask it to when they find it. */
    private void awaitOffice() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PeerJvm.PATIENCE_SECONDS);
        while (!coordinates(daemon.pid())) {
            if (System.nanoTime() - deadline > 0 || !daemon.isAlive()) {
                throw new IllegalStateException("the daemon does not coordinate");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private static boolean coordinates(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                if (Files.readString(thread.resolve("comm")).strip().equals(COORDINATOR)) {
                    return true;
                }
            }
        } catch (IOException gone) {
            // A thread that has just ended.
        }
        return false;
    }

    private static String text(long[] nanos) {
        Arrays.sort(nanos);
        return String.format(Locale.ROOT, "p50 %7.2f ms, max %7.2f ms", nanos[(nanos.length - 1) / 2] / MILLI,
                nanos[nanos.length - 1] / MILLI);
    }

    private void close() {
        workers.forEach(PeerJvm::close);
        daemon.close();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
