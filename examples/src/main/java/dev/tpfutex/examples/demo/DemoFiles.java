package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of one run, all next to the lock space.
 *
 * @param space the lock space
 * @param given whether the user named it; then it stays when all is over
 */
record DemoFiles(Path space, boolean given) {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** The files of a run of this process that the user has given no place for. */
    static DemoFiles byDefault() {
        Path folder = Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
        return new DemoFiles(folder.resolve("tpfutex-demo-" + ProcessHandle.current().pid() + ".tpf"), false);
    }

    Path ledger() {
        return sibling(".ledger");
    }

    Path stats() {
        return sibling(".stats");
    }

    /** What the daemon prints. */
    Path daemonLog() {
        return sibling(".daemon.log");
    }

    /** What a {@link ScriptLog} has written. */
    Path script() {
        return sibling(".script.log");
    }

    /** What {@link Evidence} collects after a failure. */
    Path report() {
        return sibling(".report");
    }

    /** The lock space as it was at a failure, before anybody looked at it. */
    Path spaceCopy() {
        return sibling(".copy");
    }

    private Path sibling(String suffix) {
        return space.resolveSibling(space.getFileName() + suffix);
    }

    /** The files that are there. */
    List<Path> existing() {
        List<Path> files =
                new ArrayList<>(List.of(space, ledger(), stats(), daemonLog(), script(), report(), spaceCopy()));
        files.removeIf(file -> !Files.exists(file));
        return files;
    }

    /** Deletes what a demo that was killed may have left. The ledger says whether it is ours to delete. */
    void deleteLeftovers() throws IOException {
        for (Path file : List.of(stats(), daemonLog(), script(), report(), spaceCopy())) {
            Files.deleteIfExists(file);
        }
    }

    /** Deletes all but a space of the user's own. */
    void delete() throws IOException {
        for (Path file : existing()) {
            if (!given || !file.equals(space)) {
                Files.deleteIfExists(file);
            }
        }
    }
}
