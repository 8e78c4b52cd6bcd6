package dev.tpfutex.bench.scale;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much of a file a process has in its memory: the pages of it that the process has touched. See proc(5), smaps. */
final class Resident {

    private static final String FIELD = "Rss:";
    private static final long KILO = 1024;

    private Resident() {}

    /** Of this process. */
    static long bytes(Path file) throws IOException {
        return bytes(Files.readAllLines(Path.of("/proc/self/smaps")), file.toString());
    }

    static long bytes(List<String> maps, String file) {
        long sum = 0;
        boolean inFile = false;
        for (String line : maps) {
            String[] words = line.split("\\s+");
            if (!words[0].endsWith(":")) {
                inFile = words[words.length - 1].equals(file);
            } else if (inFile && words[0].equals(FIELD)) {
                sum += Long.parseLong(words[1]) * KILO;
            }
        }
        return sum;
    }
}
