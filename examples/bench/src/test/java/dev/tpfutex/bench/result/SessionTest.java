package dev.tpfutex.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.bench.lock.LockType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {

    @TempDir
    private Path folder;

    @Test
    void isReadAsItWasWritten() throws IOException {
        Path file = folder.resolve("grid.json");
        Session written =
                Session.of("grid", "machine: one", Samples.grid(), List.of(new Fact("hand-off", "TP", "us", 3, 1, 2)));
        written.write(file);
        Session read = Session.read(file);
        assertThat(read.benchmark()).isEqualTo("grid");
        assertThat(read.machine()).isEqualTo(written.machine());
        assertThat(read.cells()).hasSize(2);
        assertThat(read.cells().getFirst().workload()).isEqualTo(written.cells().getFirst().workload());
        assertThat(read.cells().getFirst().rate(LockType.TP)).isEqualTo(800);
        assertThat(read.facts().getFirst().median()).isEqualTo(2);
        assertThat(read.facts().getFirst().least()).isEqualTo(1);
        assertThat(read.facts().getFirst().most()).isEqualTo(3);
    }

    @Test
    void refusesOtherFiles() throws IOException {
        Path file = Files.writeString(folder.resolve("other.json"), "{\"some\": \"thing\"}");
        assertThatThrownBy(() -> Session.read(file)).isInstanceOf(IOException.class).hasMessageContaining("other.json");
        Path damaged = Files.writeString(folder.resolve("damaged.json"), "{\"benchmark\":");
        assertThatThrownBy(() -> Session.read(damaged)).isInstanceOf(IOException.class)
                .hasMessageContaining("damaged.json");
    }
}
