package dev.tpfutex.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What was measured on: part of every result. */
public final class Machine {

    private Machine() {}

    /**
     * One line.
     *
     * @return processor, kernel, JVM, and how busy they were just now
     */
    public static String describe() {
        return "machine: " + Runtime.getRuntime().availableProcessors() + " x " + processor() + ", "
                + System.getProperty("os.name") + ' ' + System.getProperty("os.version") + ' '
                + System.getProperty("os.arch") + ", JDK " + Runtime.version() + ", load " + load();
    }

    private static String processor() {
        return text("/proc/cpuinfo").lines()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst().orElse("processor");
    }

    private static String load() {
        String text = text("/proc/loadavg");
        return text.isEmpty() ? "unknown" : text.substring(0, text.indexOf(' '));
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException none) {
            return "";
        }
    }
}
