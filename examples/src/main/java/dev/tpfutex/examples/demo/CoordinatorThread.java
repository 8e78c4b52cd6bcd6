package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Tells from outside which process hosts the coordinator: by the name of its thread. */
final class CoordinatorThread {

    /** The system keeps fifteen characters. */
    private static final String NAME = "tpfutex-coordin";

    private CoordinatorThread() {}

    static boolean isIn(long pid) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return threads.anyMatch(thread -> nameOf(thread).equals(NAME));
        } catch (IOException | UncheckedIOException gone) {
            return false;
        }
    }

    private static String nameOf(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException ended) {
            return "";
        }
    }
}
