package dev.tpfutex.bench.death;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Main class of a JVM that takes part. Reads lines {@code THREAD VERB} and answers each with {@code THREAD} and the times
 * at which the thread got the lock and gave it back. Ends with its input.
 */
public final class Guest {

    private final Path file;
    private final Map<String, BlockingQueue<String>> threads = new ConcurrentHashMap<>();
    private LockSpace space;
    private volatile SharedMutex mutex;

    private Guest(Path file) {
        this.file = file;
    }

    /**
     * Started by the benchmark.
     *
     * @param arguments the lock space
     */
    public static void main(String[] arguments) throws IOException {
        new Guest(Path.of(arguments[0]))
                .obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        Runtime.getRuntime().halt(0);
    }

    private void obey(BufferedReader input) throws IOException {
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            switch (words[1]) {
                case "nothing" -> {}
                case "open" -> open();
                case "close" -> space.close();
                default -> threads.computeIfAbsent(words[0], this::startThread).add(words[1]);
            }
            if (words[0].equals("main")) {
                say("main", 0, 0);
            }
        }
    }

    private void open() {
        boolean embedded = System.getProperty(DeathBench.SOCKET) == null;
        space = LockSpace.open(file, embedded ? SpaceOptions.defaults().withoutDaemon() : SpaceOptions.defaults());
        mutex = space.mutex("bench");
    }

    private BlockingQueue<String> startThread(String name) {
        BlockingQueue<String> verbs = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name(name).start(() -> serve(name, verbs));
        return verbs;
    }

    private void serve(String name, BlockingQueue<String> verbs) {
        try {
            LockGuard held = null;
            for (;;) {
                String verb = verbs.take();
                long got = 0;
                long gave = 0;
                if (!verb.equals("unlock")) {
                    held = mutex.acquire();
                    got = System.nanoTime();
                    if (held.ownerDied()) {
                        held.markConsistent();
                    }
                }
                if (!verb.equals("lock")) {
                    gave = System.nanoTime();
                    held.close();
                }
                say(name, got, gave);
            }
        } catch (InterruptedException end) {
            // Nobody interrupts it.
        }
    }

    private static synchronized void say(String name, long got, long gave) {
        System.out.println(name + " " + got + " " + gave);
        System.out.flush();
    }
}
