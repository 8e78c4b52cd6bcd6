package dev.tpfutex.robust.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What {@code /proc} tells about a process. */
public final class ProcessView {

    private static final int MAPS_MODE = 1;
    private static final int MAPS_INODE = 4;

    private final Path directory;

    private ProcessView(String process) {
        this.directory = Path.of("/proc", process);
    }

    public static ProcessView of(long pid) {
        return new ProcessView(String.valueOf(pid));
    }

    public static ProcessView ofThisJvm() {
        return new ProcessView("self");
    }

    /** Whether it has ended; a zombie has. */
    public boolean isDead() {
        return !Files.exists(directory) || isZombie();
    }

    /** Whether it has ended and its parent has not asked for its result. */
    public boolean isZombie() {
        try {
            return stateIn(Files.readString(directory.resolve("stat"))) == 'Z';
        } catch (IOException gone) {
            return false;
        }
    }

    /** Name of the program, of which the system keeps 15 characters. */
    public String command() {
        return read(directory.resolve("comm")).strip();
    }

    /** Its pid in the innermost pid namespace that it is in. */
    public int innermostPid() {
        String[] pids = status("NSpid").split("\\s+");
        return Integer.parseInt(pids[pids.length - 1]);
    }

    /** Number of its pid namespace, as lsns(8) shows it. */
    public long pidNamespace() {
        try {
            return (Long) Files.getAttribute(directory.resolve("ns/pid"), "unix:ino");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether every thread has been stopped by a signal. */
    public boolean isStopped() {
        return list("task").stream().allMatch(task -> state(task) == 'T');
    }

    /** Processor time so far of its threads with such a name, of which the system keeps 15 characters. */
    public Duration cpuTime(Predicate<String> threadName) {
        return list("task").stream()
                .map(task -> cpuTime(task, threadName))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** A thread may end while it is looked at. */
    private static Duration cpuTime(Path task, Predicate<String> threadName) {
        try {
            boolean meant = threadName.test(Files.readString(task.resolve("comm")).strip());
            String used = meant ? Files.readString(task.resolve("schedstat")).split(" ")[0] : "0";
            return Duration.ofNanos(Long.parseLong(used));
        } catch (IOException ended) {
            return Duration.ZERO;
        }
    }

    /** How often its threads with such a name have run so far: each time ended by a switch to another. */
    public long switches(Predicate<String> threadName) {
        return list("task").stream().mapToLong(task -> switches(task, threadName)).sum();
    }

    private static long switches(Path task, Predicate<String> threadName) {
        try {
            return threadName.test(Files.readString(task.resolve("comm")).strip())
                    ? Files.readAllLines(task.resolve("status")).stream()
                            .filter(line -> line.contains("ctxt_switches:"))
                            .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                            .sum()
                    : 0;
        } catch (IOException ended) {
            return 0;
        }
    }

    /** Number of open descriptors. */
    public int descriptors() {
        return list("fd").size();
    }

    /** Number of threads, those of the JVM itself included. */
    public int threads() {
        return list("task").size();
    }

    /** Number of shared mappings of one file; by inode, since a file that was created without a name shows none. */
    public long mappingsOf(Path file) {
        try (Stream<String> lines = Files.lines(directory.resolve("maps"))) {
            String inode = Files.getAttribute(file, "unix:ino").toString();
            return lines.map(line -> line.split(" +"))
                    .filter(fields -> fields[MAPS_MODE].endsWith("s") && fields[MAPS_INODE].equals(inode))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Signals that it ignores: bit n-1 is that of signal n. */
    public long ignoredSignals() {
        return Long.parseUnsignedLong(status("SigIgn"), 16);
    }

    private String status(String field) {
        String text = read(directory.resolve("status"));
        return text.lines().filter(line -> line.startsWith(field + ":")).findFirst().orElseThrow()
                .substring(field.length() + 1).strip();
    }

    private List<Path> list(String folder) {
        try (Stream<Path> entries = Files.list(directory.resolve(folder))) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The state letter comes after the command, which may contain blanks and brackets. */
    private static char state(Path task) {
        return stateIn(read(task.resolve("stat")));
    }

    private static char stateIn(String stat) {
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
