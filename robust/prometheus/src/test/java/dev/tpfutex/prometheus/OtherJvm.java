package dev.tpfutex.prometheus;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM with our classes that a test has started. */
final class OtherJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private OtherJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static OtherJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new OtherJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Waits for a line with this beginning; what comes after it. */
    String await(String beginning) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
            seen.add(line);
        }
        throw new AssertionError("no " + beginning + " in\n" + String.join("\n", seen));
    }

    /** Sends it a line. */
    void tell(String line) {
        new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8).println(line);
    }

    long pid() {
        return process.pid();
    }

    int awaitEnd() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("does not end");
        }
        return process.exitValue();
    }

    /** Ends it by SIGKILL, and waits until it is gone. */
    void kill() {
        process.destroyForcibly();
        try {
            awaitEnd();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
