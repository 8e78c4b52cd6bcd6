package dev.tpfutex.dist;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.shm.SpaceFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * A program that uses a space: {@code LockClient FILE [PERMISSIONS GROUP]}. Lines {@code THREAD lock NAME},
 * {@code THREAD unlock NAME}, {@code THREAD coordinator FILE} and {@code THREAD asleep THREADS} make one of its threads do
 * that; the line comes back with {@code : outcome} added.
 */
final class LockClient {

    private final LockSpace space;
    private final Map<String, ExecutorService> threads = new ConcurrentHashMap<>();
    private final Map<String, LockGuard> held = new ConcurrentHashMap<>();

    private LockClient(LockSpace space) {
        this.space = space;
    }

    public static void main(String[] args) throws IOException {
        SpaceOptions options = SpaceOptions.defaults();
        if (args.length > 1) {
            options = options.permissions(PosixFilePermissions.fromString(args[1])).group(args[2]);
        }
        LockClient client = new LockClient(LockSpace.open(Path.of(args[0]), options));
        System.out.println("pid: " + ProcessHandle.current().pid());
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            client.begin(line);
        }
        System.exit(0);
    }

    private void begin(String line) {
        String[] words = line.split(" ");
        threads.computeIfAbsent(words[0], LockClient::newThread).execute(() -> {
            String outcome;
            try {
                outcome = run(words[1], words[2]);
            } catch (Exception e) {
                outcome = e.toString();
            }
            System.out.println(line + ": " + outcome);
        });
    }

    private static ExecutorService newThread(String name) {
        return Executors.newSingleThreadExecutor(Thread.ofPlatform().name("client " + name).factory());
    }

    private String run(String verb, String name) throws Exception {
        return switch (verb) {
            case "lock" -> lock(name);
            case "unlock" -> {
                held.remove(name).close();
                yield "ok";
            }
            case "coordinator" -> String.valueOf(coordinator(Path.of(name)));
            case "asleep" -> String.valueOf(Stream.of(name.split("")).allMatch(LockClient::isAsleep));
            default -> "no such command";
        };
    }

    private String lock(String name) throws InterruptedException {
        LockGuard guard = space.mutex(name).acquire(Duration.ofMinutes(2));
        held.put(name, guard);
        if (guard.ownerDied()) {
            guard.markConsistent();
            return "owner died";
        }
        return "ok";
    }

    /** Whether a thread of ours sleeps, as the system sees it. */
    private static boolean isAsleep(String thread) {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            for (Path task : tasks.toList()) {
                if (Files.readString(task.resolve("comm")).strip().equals("client " + thread)) {
                    return Files.readString(task.resolve("stat")).contains(") S ");
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Pid of the process that coordinates a space; 0 if none does. */
    private static int coordinator(Path path) {
        try (SpaceFile file = SpaceFile.openOrCreate(path, SpaceOptions.defaults().create(false))) {
            MappedPort port = new MappedPort(file, file.segment());
            int process = ServingWord.process(new Election(port).serving());
            return process < 0 ? 0 : new ProcessTable(port).identity(process).pid();
        }
    }
}
