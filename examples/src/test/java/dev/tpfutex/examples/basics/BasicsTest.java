package dev.tpfutex.examples.basics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.ctl.Ctl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs each of the small examples as its readers do, and reads what it prints. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BasicsTest {

    private static final Path SOURCES = Path.of("src", "main", "sh").toAbsolutePath();

    @TempDir
    Path folder;

    /** Each cleans up after itself. */
    @AfterEach
    void nothingIsLeftBehind() {
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void mutex() throws IOException, InterruptedException {
        Run run = Run.of(Mutex.class, folder);
        run.endsWith("mutex: ok, the number is 300000");
        assertThat(run.count("JVM [0-9]+: I have added 1 100000 times")).isEqualTo(3);
    }

    @Test
    void rwlock() throws IOException, InterruptedException {
        Run run = Run.of(ReadWrite.class, folder);
        run.endsWith("rwlock: ok, no reader has seen half a change");
        assertThat(run.count("JVM [0-9]+: I have read [1-9][0-9]* records, the last of version 1000; 0 of them .*"))
                .isEqualTo(2);
    }

    @Test
    void recovery() throws IOException, InterruptedException {
        Run run = Run.of(Recovery.class, folder);
        run.endsWith("recovery: ok");
        assertThat(run.lines()).hasSize(7);
        assertThat(run.lines()).contains(
                "in the beginning: checking 100, savings 0",
                "I have the mutex, and am told: ownerDied() is true",
                "repaired: checking 70, savings 30",
                "the next owner is told: ownerDied() is false");
        assertThat(run.count("JVM [0-9]+: half-way: checking 70, savings 0")).isOne();
    }

    @Test
    void exec(@TempDir Path bin) throws IOException, InterruptedException {
        Path tpfutexctl = Files.writeString(bin.resolve("tpfutexctl"), "#!/bin/sh\nexec "
                + String.join(" ", Run.java("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED", "-cp", Run.classPath(), Ctl.class.getName()))
                + " \"$@\"\n");
        Files.setPosixFilePermissions(tpfutexctl, PosixFilePermissions.fromString("rwx------"));
        Run run = Run.of(Map.of("TPFUTEXCTL", tpfutexctl.toString(), "TMPDIR", folder.toString()),
                List.of("bash", SOURCES.resolve("exec.sh").toString()));
        run.endsWith("exec: ok, the number is 9");
        assertThat(run.lines()).contains("shell A has added 1 three times", "shell B has added 1 three times",
                "shell C has added 1 three times", "a command that exits with 7: tpfutexctl exits with 7",
                "a command that may not wait while another runs: tpfutexctl exits with 1");
    }

    /** Each is offered by the script that starts them. */
    @Test
    void theScriptKnowsThem() throws IOException, InterruptedException {
        Run help = Run.of(Map.of(), List.of("bash", "run", "--help"));
        assertThat(help.exitCode()).isZero();
        for (String name : List.of("mutex", "rwlock", "recovery", "exec", "metrics", "chronicle", "demo")) {
            assertThat(help.count("(usage:|      ) examples/run " + name + " .*")).as(name).isOne();
        }
    }
}
