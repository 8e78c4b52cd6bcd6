package dev.tpfutex.examples.chronicle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.chronicle.ChronicleMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example as its readers do, with the flags that the script gives it. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ChronicleRecordTest {

    @TempDir
    Path folder;

    @Test
    void noChangeIsLost() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ChronicleMapper.JVM_FLAGS);
        command.addAll(List.of("-Dslf4j.internal.verbosity=ERROR", "-cp", System.getProperty("java.class.path"),
                ChronicleRecord.class.getName()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TMPDIR", folder.toString());
        Process process = builder.start();
        List<String> lines =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        lines.forEach(System.out::println);
        assertThat(process.waitFor()).isZero();
        // Chronicle says nothing of its own: the flags are enough.
        assertThat(lines).hasSize(8);
        assertThat(lines).filteredOn(line -> line.endsWith(": I have changed the record 20000 times")).hasSize(3);
        assertThat(lines).filteredOn(line -> line.endsWith("the record was torn; I write it anew")).hasSize(1);
        assertThat(lines.get(6)).startsWith("the record says: update 60000 by JVM ");
        assertThat(lines.getLast()).isEqualTo("chronicle: ok, no change was lost");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theScriptGivesTheSameFlags() throws IOException {
        assertThat(Files.readString(Path.of("..", "run"))).contains(ChronicleMapper.JVM_FLAGS);
    }
}
