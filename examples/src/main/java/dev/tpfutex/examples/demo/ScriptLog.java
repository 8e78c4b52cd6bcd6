package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Everything that was done to the processes, with the time since the start: evidence, deleted if all was well. */
final class ScriptLog {

    private final long start = System.nanoTime();
    private final PrintStream lines;

    ScriptLog(Path file) throws IOException {
        lines = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    }

    void add(String what) {
        lines.println(Text.format("%.3f s  %s", (System.nanoTime() - start) / 1e9, what));
    }
}
