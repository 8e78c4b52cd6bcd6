package dev.tpfutex.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"b", "order book/EUR", "Bücher", "本", "\uD83D\uDD12"})
    void encodedAsUtf8(String name) {
        assertThat(LockNames.encode(name)).isEqualTo(name.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theLimitIsInBytes() {
        assertThat(LockNames.encode("x".repeat(112))).hasSize(112);
        assertThat(LockNames.encode("ü".repeat(56))).hasSize(112);
        assertThatIllegalArgumentException().isThrownBy(() -> LockNames.encode("x".repeat(113)))
                .withMessageContaining("113");
        assertThatIllegalArgumentException().isThrownBy(() -> LockNames.encode("ü".repeat(57)))
                .withMessageContaining("114");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n", "a\0", "a\u007f", "a\u0085"})
    void noControlCharacters(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> LockNames.encode(name))
                .withMessageContaining("control characters").withMessageContaining("index 1");
    }

    @Test
    void neitherEmptyNorHalfACharacter() {
        assertThatIllegalArgumentException().isThrownBy(() -> LockNames.encode("")).withMessageContaining("empty");
        assertThatIllegalArgumentException().isThrownBy(() -> LockNames.encode("a\uD83D"))
                .withMessageContaining("surrogates");
    }
}
