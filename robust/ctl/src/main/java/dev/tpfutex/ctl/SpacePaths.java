package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.SpaceSearch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Which files are meant. */
final class SpacePaths {

    /** For the usage texts. */
    static final String FILE = "The space file. A bare name that is not in the current folder is looked for in"
            + " /dev/shm, also with .tpf appended.";

    static final String FILES = "Space files; of a folder, those in it and two levels below. Without any: those in"
            + " /dev/shm.";

    static final String LOCK = "Name of the lock, or # and the number of its record.";

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String SUFFIX = ".tpf";

    private SpacePaths() {}

    /** The path that is meant by one argument, whether or not there is a file. */
    static Path one(String file) {
        Path path = Path.of(file);
        if (file.contains("/") || Files.exists(path)) {
            return path;
        }
        Path shared = SHARED_MEMORY.resolve(path);
        return Files.exists(shared) || file.endsWith(SUFFIX) ? shared : SHARED_MEMORY.resolve(file + SUFFIX);
    }

    /** The files that are meant by any number of arguments. */
    static List<Path> all(List<String> files) {
        List<Path> paths = new ArrayList<>();
        if (files.isEmpty()) {
            paths.addAll(in(SHARED_MEMORY));
        }
        for (String file : files) {
            Path path = one(file);
            if (Files.isDirectory(path)) {
                paths.addAll(in(path));
            } else {
                paths.add(path);
            }
        }
        return paths;
    }

    private static List<Path> in(Path folder) {
        try {
            return SpaceSearch.in(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
