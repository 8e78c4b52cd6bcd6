package dev.tpfutex.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Which of this process's descriptors lead where. */
final class OpenDescriptors {

    private OpenDescriptors() {}

    /** The files under a directory that are open, deleted and unnamed ones included. */
    static List<String> under(Path directory) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .map(OpenDescriptors::target)
                    .filter(target -> target.startsWith(directory + "/"))
                    .toList();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
