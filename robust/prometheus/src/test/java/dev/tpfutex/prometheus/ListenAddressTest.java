package dev.tpfutex.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the metrics are offered. */
class ListenAddressTest {

    @ParameterizedTest
    @CsvSource({
        "9472, 127.0.0.1, 9472",
        "0, 127.0.0.1, 0",
        "127.0.0.2:9472, 127.0.0.2, 9472",
        "0.0.0.0:1, 0.0.0.0, 1",
        "[::1]:9472, 0:0:0:0:0:0:0:1, 9472"
    })
    void understood(String text, String host, int port) {
        assertThat(ListenAddress.parse(text).getAddress().getHostAddress()).isEqualTo(host);
        assertThat(ListenAddress.parse(text).getPort()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "localhost", "localhost:", ":9472", "::1:9472", "9472x", "65536", "-1"})
    void notUnderstood(String text) {
        assertThatThrownBy(() -> ListenAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected PORT or HOST:PORT");
    }

    @Test
    void noSuchHost() {
        assertThatThrownBy(() -> ListenAddress.parse("[::1::2]:9472"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no host");
    }
}
