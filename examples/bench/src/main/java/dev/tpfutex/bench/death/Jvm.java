package dev.tpfutex.bench.death;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM of the benchmark's: a {@link Guest}, or the daemon. */
final class Jvm implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    /** The system keeps fifteen characters of a thread's name. */
    private static final String COORDINATOR = "tpfutex-coordin";

    private final Process process;
    private final PrintStream input;
    private final Map<String, BlockingQueue<Times>> answers = new ConcurrentHashMap<>();

    private Jvm(Process process) {
        this.process = process;
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    static Jvm guest(Path space, List<String> options) throws IOException {
        Jvm jvm = new Jvm(start(options, Guest.class.getName(), space.toString()).start());
        Thread.ofPlatform().daemon().start(jvm::listen);
        return jvm;
    }

    static Jvm daemon(Path socket) throws IOException {
        return new Jvm(start(List.of(), "dev.tpfutex.robust.daemon.TpFutexDaemon", "--socket", socket.toString())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start());
    }

    private static ProcessBuilder start(List<String> options, String... mainAndArguments) {
        List<String> command =
                new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
                        "-Xmx64m"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(mainAndArguments));
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    }

    /** Gives a thread a command and does not wait. */
    void begin(String thread, String verb) {
        input.println(thread + " " + verb);
    }

    /** What a thread says next. */
    Times await(String thread) throws InterruptedException {
        Times times = queue(thread).poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (times == null) {
            throw new IllegalStateException("no answer from thread " + thread + " of pid " + process.pid());
        }
        return times;
    }

    Times tell(String thread, String verb) throws InterruptedException {
        begin(thread, verb);
        return await(thread);
    }

    boolean hostsCoordinator() {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                if (Files.readString(thread.resolve("comm")).strip().equals(COORDINATOR)) {
                    return true;
                }
            }
        } catch (IOException gone) {
            // A thread, or all of them.
        }
        return false;
    }

    void awaitOffice() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!hostsCoordinator()) {
            if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("pid " + process.pid() + " does not become the coordinator");
            }
            Thread.sleep(1);
        }
    }

    /** Sends SIGKILL; when. */
    long kill() {
        long now = System.nanoTime();
        process.destroyForcibly();
        return now;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private BlockingQueue<Times> queue(String thread) {
        return answers.computeIfAbsent(thread, name -> new LinkedBlockingQueue<>());
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] words = line.split(" ");
                queue(words[0]).add(new Times(Long.parseLong(words[1]), Long.parseLong(words[2])));
            }
        } catch (IOException end) {
            // It was killed.
        }
    }
}
