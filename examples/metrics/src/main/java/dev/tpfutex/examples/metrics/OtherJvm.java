package dev.tpfutex.examples.metrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM with the class path of this one; gone when closed. */
final class OtherJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final PrintStream input;

    private OtherJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
        this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    static OtherJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-Xmx256m",
                "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new OtherJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Waits until it has printed a line with this beginning; what comes after it. */
    String await(String beginning) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(beginning)) {
                return line.substring(beginning.length());
            }
        }
        throw new IOException("a process has ended without having said \"" + beginning + "\"");
    }

    void tell(String line) {
        input.println(line);
    }

    long pid() {
        return process.pid();
    }

    /** Ends it by SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
