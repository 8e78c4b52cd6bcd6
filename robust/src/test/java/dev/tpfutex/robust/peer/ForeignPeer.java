package dev.tpfutex.robust.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The client in C, {@code src/test/c}, which obeys as a scripted JVM does; one thread for all commands. */
public final class ForeignPeer {

    private static final Path SOURCES = Path.of("src/test/c");

    private ForeignPeer() {}

    /** The C compiler of this machine, if there is one. */
    public static Optional<Path> compiler() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .map(directory -> Path.of(directory, "cc"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Compiles it; the program. */
    public static Path compile(Path compiler, Path directory) {
        Path program = directory.resolve("tpf-client");
        List<String> command = new ArrayList<>(List.of(
                compiler.toString(), "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-pthread", "-o",
                program.toString()));
        try (Stream<Path> sources = Files.list(SOURCES)) {
            sources.map(Path::toString).filter(name -> name.endsWith(".c")).sorted().forEach(command::add);
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            assertThat(said).as("warnings of the compiler").isEmpty();
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Starts one, with words before its name, say those that make it another user's. */
    public static PeerJvm start(Path program, String... before) {
        List<String> command = new ArrayList<>(List.of(before));
        command.add(program.toString());
        return PeerJvm.startForeign(command);
    }
}
