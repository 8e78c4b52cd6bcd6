package dev.tpfutex.micrometer;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.TpFutexProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Another JVM that uses the same space: {@code lock NAME}, {@code unlock NAME}, {@code often NAME COUNT} (locks and
 * unlocks), each answered by a line once it is done. Ends with its input.
 */
final class Rival implements AutoCloseable {

    private final Process process;
    private final PrintStream input;
    private final BufferedReader output;

    private Rival(Process process) {
        this.process = process;
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts one; it has the space open. */
    static Rival start(Path space) throws IOException {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp", System.getProperty("java.class.path"), Rival.class.getName(), space.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Rival rival = new Rival(process);
        rival.awaitAnswer("open");
        return rival;
    }

    /** Has it do something, and waits until that is done. */
    void tell(String command) throws IOException {
        begin(command);
        awaitAnswer(command);
    }

    void begin(String command) {
        input.println(command);
    }

    void awaitAnswer(String command) throws IOException {
        String answer = output.readLine();
        if (!"done".equals(answer)) {
            throw new AssertionError("to " + command + " the rival says " + answer);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Ends it by SIGKILL, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("does not die");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
    }

    // ---- in the other JVM -------------------------------------------------------------------------

    public static void main(String[] args) throws IOException {
        SpaceOptions options = SpaceOptions.defaults().withoutDaemon();
        try (LockSpace space = new TpFutexProvider().open(Path.of(args[0]), options)) {
            System.out.println("done");
            BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                obey(space, line.split(" "));
                System.out.println("done");
            }
        }
        // What it holds may keep the space from being closed, but not the JVM from ending.
    }

    private static void obey(LockSpace space, String[] words) {
        SharedMutex mutex = space.mutex(words[1]);
        switch (words[0]) {
            case "lock" -> mutex.lock();
            case "unlock" -> mutex.unlock();
            case "often" -> often(mutex, Integer.parseInt(words[2]));
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static void often(SharedMutex mutex, int count) {
        for (int i = 0; i < count; i++) {
            mutex.lock();
            mutex.unlock();
        }
    }
}
