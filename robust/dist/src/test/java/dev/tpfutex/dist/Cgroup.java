package dev.tpfutex.dist;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.robust.peer.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A control group of the test's own, below the one that this process is in; version 2. */
final class Cgroup implements AutoCloseable {

    private final Path directory;

    private Cgroup(Path directory) {
        this.directory = directory;
    }

    /** Makes one. Ends the test, as skipped, where that is impossible. */
    static Cgroup create() throws IOException {
        Optional<Path> mounted = mountPoint();
        assumeTrue(mounted.isPresent(), "no cgroup2 file system is mounted here");
        String own = Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                .filter(line -> line.startsWith("0::/")).findFirst().orElseThrow().substring("0::/".length());
        try {
            Path directory = Files.createTempDirectory(mounted.get().resolve(own), "tpfutex-test-");
            // For users in the machine it is the root of all groups.
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            return new Cgroup(directory);
        } catch (IOException e) {
            assumeTrue(false,
                    "cannot make a control group below " + mounted.get().resolve(own) + ": " + e.getMessage());
            throw e;
        }
    }

    private static Optional<Path> mountPoint() throws IOException {
        List<String> mounts = Files.readAllLines(Path.of("/proc/self/mounts"));
        return mounts.stream()
                .map(line -> line.split(" "))
                .filter(fields -> fields[2].equals("cgroup2"))
                .map(fields -> Path.of(fields[1]))
                .findFirst();
    }

    Path directory() {
        return directory;
    }

    /** Removes it, once its last process is gone. */
    @Override
    public void close() {
        Await.until("the control group is empty", () -> !Files.readString(directory.resolve("cgroup.events"))
                .contains("populated 1"));
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path group : all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(group);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
