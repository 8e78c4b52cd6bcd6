package dev.tpfutex.robust.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of the daemon's protocol. */
class GreetingTest {

    @Test
    void aLineNamesTheRecord() {
        assertThat(Greeting.parse("TPFUTEX 2 17").process()).isEqualTo(17);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "TPFUTEX 1 1 2 3 /x", "TPFUTEX 2", "TPFUTEX 2 ", "TPFUTEX 2 x", "TPFUTEX 2 9999999999"})
    void otherLinesAreRefused(String line) {
        assertThatThrownBy(() -> Greeting.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void theDocumentSaysTheSame() throws IOException {
        String document = Files.readString(Path.of("../docs/PROTOCOL.md"), StandardCharsets.UTF_8);
        assertThat(document)
                .contains("\nTPFUTEX 2 17\n", "\n" + Greeting.SERVING + "\n", "\n" + Greeting.REFUSED + "why")
                .contains("at most " + Greeting.MAX_LINE + " bytes")
                .contains("within " + DaemonServer.GREETING_NANOS / 1_000_000_000 + " s");
    }
}
