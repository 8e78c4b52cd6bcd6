package dev.tpfutex.bench.rw;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.ReadWriteOptions.Preference;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.bench.lock.GlibcRwLock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Main class of a JVM that takes part. Reads lines {@code THREAD VERB LOCK MILLISECONDS}, and answers each with
 * {@code THREAD} and numbers: how many locks the thread took in how many nanoseconds, or how long it waited for them.
 * Ends with its input.
 */
public final class LoadGuest {

    /** Name of the lock that may be biased. */
    static final String BIASED = "biased";
    /** Name of the lock that must not be. */
    static final String COUNTED = "counted";
    /** Name of the C library's lock. Other names are those of preferences. */
    static final String GLIBC = "glibc";

    private static final long MILLI = 1_000_000;

    private final LockSpace space;
    private final GlibcRwLock glibc;
    private final Map<String, BlockingQueue<String[]>> threads = new HashMap<>();

    private LoadGuest(Path file, Path glibcFile) throws IOException {
        space = LockSpace.open(file, SpaceOptions.defaults().withoutDaemon());
        glibc = new GlibcRwLock(glibcFile);
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments the lock space, and the file with the C library's lock
     * @throws IOException if they cannot be used
     */
    public static void main(String[] arguments) throws IOException {
        new LoadGuest(Path.of(arguments[0]), Path.of(arguments[1]))
                .obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        Runtime.getRuntime().halt(0);
    }

    private void obey(BufferedReader input) throws IOException {
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            threads.computeIfAbsent(words[0], this::startThread).add(words);
        }
    }

    private BlockingQueue<String[]> startThread(String name) {
        BlockingQueue<String[]> commands = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name(name).start(() -> serve(commands));
        return commands;
    }

    private void serve(BlockingQueue<String[]> commands) {
        try {
            for (;;) {
                String[] words = commands.take();
                say(words[0], run(words[1], words[2], Long.parseLong(words[3]) * MILLI));
            }
        } catch (InterruptedException end) {
            // Nobody interrupts it.
        }
    }

    private long[] run(String verb, String name, long nanos) {
        long start = System.nanoTime();
        if (name.equals(GLIBC)) {
            return load(Loop.read(glibc, start + nanos), start);
        }
        SharedReadWriteLock lock = lock(name);
        return switch (verb) {
            case "read" -> load(Loop.read(lock.readLock(), start + nanos), start);
            case "write" -> load(Loop.write(lock.writeLock(), start + nanos), start);
            case "ask-to-read" -> Asking.waits(lock.readLock(), start + nanos);
            case "ask-to-write" -> Asking.waits(lock.writeLock(), start + nanos);
            default -> throw new IllegalArgumentException(verb);
        };
    }

    private static long[] load(long count, long start) {
        return new long[] {count, System.nanoTime() - start};
    }

    private SharedReadWriteLock lock(String name) {
        ReadWriteOptions defaults = ReadWriteOptions.defaults();
        return space.rwLock(name, switch (name) {
            case BIASED -> defaults;
            case COUNTED -> defaults.biased(false);
            default -> defaults.preference(Preference.valueOf(name));
        });
    }

    private static synchronized void say(String name, long[] numbers) {
        System.out
                .println(name + LongStream.of(numbers).mapToObj(number -> " " + number).collect(Collectors.joining()));
        System.out.flush();
    }
}
