package dev.tpfutex.examples.basics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of an example, as a process. */
record Run(int exitCode, List<String> lines) {

    private static final long WATCHDOG_SECONDS = 120;

    /** Runs a main class as {@code examples/run} does, but on the class path; its files lie in the folder. */
    static Run of(Class<?> main, Path folder) throws IOException, InterruptedException {
        return of(Map.of("TMPDIR", folder.toString()),
                java("--enable-native-access=ALL-UNNAMED", "-cp", classPath(), main.getName()));
    }

    static String classPath() {
        return System.getProperty("java.class.path");
    }

    static List<String> java(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        return command;
    }

    static Run of(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        Thread watchdog = Thread.ofPlatform().daemon().start(() -> endLate(process));
        try (var output = process.getInputStream()) {
            List<String> lines = new String(output.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            lines.forEach(System.out::println);
            return new Run(process.waitFor(), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            watchdog.interrupt();
        }
    }

    private static void endLate(Process process) {
        try {
            if (!process.waitFor(WATCHDOG_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException ended) {
            // All is well.
        }
    }

    /** It has ended well, and with this line. */
    void endsWith(String line) {
        assertThat(exitCode).isZero();
        assertThat(lines.getLast()).isEqualTo(line);
    }

    /** How many lines match. */
    long count(String pattern) {
        return lines.stream().filter(line -> line.matches(pattern)).count();
    }
}
