package dev.tpfutex.shm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM that runs a class of the tests, spoken to line by line, and killed at the latest when closed. */
public final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;
    private final PrintStream input;

    private ChildJvm(List<String> command) {
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        output = process.inputReader(StandardCharsets.UTF_8);
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    public static ChildJvm start(Class<?> main, Object... args) {
        return startBy(List.of(), System.getProperty("java.class.path"), main, args);
    }

    /** Starts a JVM with more options. */
    public static ChildJvm startWith(List<String> options, Class<?> main, Object... args) {
        List<String> command = new ArrayList<>(jvm(System.getProperty("java.class.path")));
        command.addAll(options);
        return start(command, main, args);
    }

    /** Starts a JVM that may not make native calls. */
    public static ChildJvm startWithoutNativeAccess(Class<?> main, Object... args) {
        String classPath = System.getProperty("java.class.path");
        return start(List.of(java(), "--illegal-native-access=deny", "-cp", classPath), main, args);
    }

    /** Starts a JVM through another command, such as one that changes the user. */
    public static ChildJvm startBy(List<String> prefix, String classPath, Class<?> main, Object... args) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(jvm(classPath));
        return start(command, main, args);
    }

    private static List<String> jvm(String classPath) {
        return List.of(java(), "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
                "-cp", classPath);
    }

    private static ChildJvm start(List<String> jvm, Class<?> main, Object... args) {
        List<String> command = new ArrayList<>(jvm);
        command.add(main.getName());
        for (Object arg : args) {
            command.add(arg.toString());
        }
        return new ChildJvm(command);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public int pid() {
        return (int) process.pid();
    }

    /** The next line of its output. */
    public String line() {
        try {
            String line = output.readLine();
            assertThat(line).as("output of the child JVM").isNotNull();
            return line;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Gives it a line of input. */
    public void tell(String line) {
        input.println(line);
    }

    /** Ends it by SIGKILL and waits until it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Waits until it ends by itself. */
    public int awaitEnd() {
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("child JVM ended").isTrue();
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
