package dev.tpfutex.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM that takes part. It is told lines {@code THREAD VERB ...} and answers with lines
 * {@code THREAD NUMBER ...}; it has to end with its input.
 */
public final class PeerJvm implements AutoCloseable {

    /** How long to wait for an answer. */
    public static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final PrintStream input;
    private final Map<String, BlockingQueue<long[]>> answers = new ConcurrentHashMap<>();

    private PeerJvm(Process process) {
        this.process = process;
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /**
     * Starts one whose answers are read.
     *
     * @param options of the JVM
     * @param mainAndArguments name of the main class, and what it is given
     * @return as soon as the process is there
     * @throws IOException if there is no process
     */
    public static PeerJvm start(List<String> options, String... mainAndArguments) throws IOException {
        PeerJvm jvm = new PeerJvm(command(options, mainAndArguments).start());
        Thread.ofPlatform().daemon().start(jvm::listen);
        return jvm;
    }

    /**
     * Starts one that has nothing to say.
     *
     * @param options of the JVM
     * @param mainAndArguments name of the main class, and what it is given
     * @return as soon as the process is there
     * @throws IOException if there is no process
     */
    public static PeerJvm startSilent(List<String> options, String... mainAndArguments) throws IOException {
        return new PeerJvm(command(options, mainAndArguments)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start());
    }

    private static ProcessBuilder command(List<String> options, String... mainAndArguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(mainAndArguments));
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    }

    /**
     * Gives a thread a command and does not wait.
     *
     * @param thread its name
     * @param verb what to do, and with what
     */
    public void begin(String thread, String verb) {
        input.println(thread + " " + verb);
    }

    /**
     * What a thread says next.
     *
     * @param thread its name
     * @return the numbers of its line
     * @throws InterruptedException if interrupted
     */
    public long[] await(String thread) throws InterruptedException {
        return await(thread, PATIENCE_SECONDS);
    }

    /**
     * What a thread says next.
     *
     * @param thread its name
     * @param seconds how long to wait at most
     * @return the numbers of its line
     * @throws InterruptedException if interrupted
     */
    public long[] await(String thread, long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (;;) {
            long[] answer = queue(thread).poll(1, TimeUnit.SECONDS);
            if (answer != null) {
                return answer;
            } else if (!isAlive() || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("no answer from thread " + thread + " of pid " + pid()
                        + (isAlive() ? "" : ", which has ended"));
            }
        }
    }

    /**
     * The process.
     *
     * @return its id
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Whether it still runs.
     *
     * @return if not, nobody will answer
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends SIGKILL and does not wait. */
    public void kill() {
        process.destroyForcibly();
    }

    /** Sends SIGTERM and does not wait. */
    public void terminate() {
        process.destroy();
    }

    /** Waits until it has ended. */
    public void awaitEnd() {
        process.onExit().join();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private BlockingQueue<long[]> queue(String thread) {
        return answers.computeIfAbsent(thread, name -> new LinkedBlockingQueue<>());
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] words = line.split(" ");
                long[] numbers = new long[words.length - 1];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = Long.parseLong(words[i + 1]);
                }
                queue(words[0]).add(numbers);
            }
        } catch (IOException end) {
            // It was killed.
        }
    }
}
