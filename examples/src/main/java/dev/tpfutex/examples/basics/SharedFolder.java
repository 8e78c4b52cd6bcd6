package dev.tpfutex.examples.basics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for one run, with the lock space and what the locks keep: in shared memory, or in {@code TMPDIR} if that is
 * set, which may be any local file system. Deleted when closed.
 */
public record SharedFolder(Path path) implements AutoCloseable {

    /** A new one. */
    public static SharedFolder create() throws IOException {
        Path parent = Path.of(System.getenv().getOrDefault("TMPDIR", "/dev/shm"));
        return new SharedFolder(Files.createTempDirectory(parent, "tpfutex-example-"));
    }

    /** The lock space. */
    public Path locks() {
        return path.resolve("locks.tpf");
    }

    /** The file with the data. */
    public Path data() {
        return path.resolve("data");
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : List.copyOf(files.toList())) {
                Files.delete(file);
            }
        }
        Files.delete(path);
    }
}
