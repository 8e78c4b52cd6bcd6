package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.robust.TpFutexProvider;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.shm.SpaceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The tool as a process of its own. Its output goes to files, so that what it starts may outlive it. */
final class CtlJvm implements AutoCloseable {

    private static final List<Class<?>> ONE_OF_EACH = List.of(
            LockSpace.class, SpaceFile.class, TpFutex.class, TpFutexProvider.class, Ctl.class, CommandLine.class);

    private final Process process;
    private final Path out;
    private final Path err;

    private CtlJvm(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    static CtlJvm start(Object... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-cp",
                ONE_OF_EACH.stream().map(CtlJvm::folderOf).collect(Collectors.joining(":")),
                Ctl.class.getName()));
        Stream.of(args).map(Object::toString).forEach(command::add);
        try {
            Path out = Files.createTempFile("tpfutexctl-", ".out");
            Path err = Files.createTempFile("tpfutexctl-", ".err");
            Process process = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            return new CtlJvm(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String folderOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs it to its end. */
    static Run run(Object... args) {
        try (CtlJvm jvm = start(args)) {
            return jvm.await();
        }
    }

    static Run expect(int code, Object... args) {
        Run run = run(args);
        assertThat(run.code()).as("%s", run).isEqualTo(code);
        return run;
    }

    /** Writes to its standard input. */
    void type(String text) throws IOException {
        process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
    }

    long pid() {
        return process.pid();
    }

    String out() {
        return read(out);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Run await() {
        try {
            assertThat(process.waitFor(Await.WATCHDOG.toSeconds(), TimeUnit.SECONDS)).as(read(err)).isTrue();
            return new Run(process.exitValue(), read(out), read(err));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
            Files.delete(out);
            Files.delete(err);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
