package dev.tpfutex.jcstress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/** One run of jcstress in a JVM of its own, which starts others; all they write is in one folder. */
final class JcstressRun {

    /**
     * The two threads of a test start side by side after each four tries, since the one with the shorter way runs ahead
     * of the other; and there are few enough tries at a time that their spaces stay in the cache.
     */
    private static final List<String> STRIDES = List.of("-strideSize", "4", "-strideCount", "256");

    private final Path folder;

    /** @param folder for everything that is written; what a former run has left in it goes */
    JcstressRun(Path folder) throws IOException {
        this.folder = folder.toAbsolutePath();
        Files.createDirectories(temporary());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path old : files.filter(JcstressRun::isResult).toList()) {
                Files.delete(old);
            }
        }
    }

    /**
     * Runs the tests whose names match and waits for the end.
     *
     * @return the results, those of one test once for each way in which it was run
     * @throws AssertionError if it has not ended in time, or without results
     */
    Collection<TestResult> start(String tests, List<String> options, long minutes) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The JVMs that it starts inherit these.
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + temporary()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main"));
        command.addAll(List.of("-t", tests, "-r", folder.resolve("report").toString()));
        command.addAll(STRIDES);
        command.addAll(options);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
        try {
            if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
                throw new AssertionError("jcstress has not ended in " + minutes + " minutes, see " + output());
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return results();
    }

    private Collection<TestResult> results() throws IOException, ClassNotFoundException {
        InProcessCollector results = new InProcessCollector();
        try (Stream<Path> files = Files.list(folder)) {
            Path file = files.filter(JcstressRun::isResult)
                    .findAny()
                    .orElseThrow(() -> new AssertionError("jcstress has left no results, see " + output()));
            DiskReadCollector reader = new DiskReadCollector(file.toString(), results);
            reader.dump();
            reader.close();
        }
        return results.getTestResults();
    }

    private static boolean isResult(Path file) {
        return file.getFileName().toString().endsWith(".bin.gz");
    }

    private Path temporary() {
        return folder.resolve("tmp");
    }

    /** What jcstress prints. */
    Path output() {
        return folder.resolve("output.txt");
    }
}
