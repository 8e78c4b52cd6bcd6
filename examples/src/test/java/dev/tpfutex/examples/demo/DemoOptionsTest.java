package dev.tpfutex.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line of the demo. */
class DemoOptionsTest {

    private static DemoOptions parse(String... line) throws UsageException {
        return DemoOptions.parse(List.of(line), DemoOptions.forDemo());
    }

    @Test
    void hasDefaults() throws Exception {
        DemoOptions options = parse();

        assertThat(options.processes()).isEqualTo(3);
        assertThat(options.threads()).isEqualTo(4);
        assertThat(options.duration()).hasSeconds(15);
        assertThat(options.killEvery()).hasMillis(1000);
        assertThat(options.space()).isNull();
        assertThat(options.daemon()).isFalse();
        assertThat(options.isShared()).isFalse();
    }

    @Test
    void readsEveryOption(@TempDir Path folder) throws Exception {
        Path space = folder.resolve("a.tpf");

        DemoOptions options = parse("--processes", "2", "--threads", "7", "--seconds", "60",
                "--kill-every", "250ms", "--space", space.toString(), "--daemon", "--seed", "42",
                "--rw", "90");

        assertThat(options).isEqualTo(
                new DemoOptions(2, 7, Duration.ofSeconds(60), Duration.ofMillis(250), space, true, 42, false,
                        Duration.ofSeconds(1), 90));
        assertThat(options.isShared()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1500,1500", "1500ms,1500", "2s,2000", "0s,0"})
    void readsTimes(String text, long millis) throws Exception {
        assertThat(parse("--kill-every", text).killEvery()).hasMillis(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--threads", "--threads 0", "--threads x", "--processes 101", "--seconds -1",
        "--kill-every soon", "--kill-every -5ms", "--rw", "--rw 101", "--space /", "--space /no/such/folder/file",
        "--faster", "demo"})
    void refuses(String line) {
        assertThatThrownBy(() -> parse(line.split(" "))).isInstanceOf(UsageException.class);
    }

    @Test
    void aSoakIsLongAndHasADaemon() throws Exception {
        DemoOptions options = DemoOptions.parse(List.of("--minutes", "45"), DemoOptions.forSoak());

        assertThat(options.duration()).hasMinutes(45);
        assertThat(options.daemon()).isTrue();
        assertThat(options.soak()).isTrue();
    }
}
