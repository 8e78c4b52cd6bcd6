package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void writesWhatSnapshotsConsistOf() {
        assertThat(Json.line(Json.object(
                "text", "book",
                "number", 4711L,
                "real", 0.5,
                "no number", Double.NaN,
                "yes", true,
                "nothing", null,
                "none", Optional.empty(),
                "some", Optional.of(3),
                "time", Duration.ofMillis(2),
                "at", Instant.EPOCH,
                "file", Path.of("/dev/shm/a"),
                "list", List.of(1, List.of(), Json.object()))))
                .isEqualTo("{\"text\":\"book\",\"number\":4711,\"real\":0.5,\"no number\":null,\"yes\":true,"
                        + "\"nothing\":null,\"none\":null,\"some\":3,\"time\":2000000,\"at\":\"1970-01-01T00:00:00Z\","
                        + "\"file\":\"/dev/shm/a\",\"list\":[1,[],{}]}");
    }

    @Test
    void escapesWhatWouldNotBeJsonOrWouldSteerATerminal() {
        String nasty = "\"\\\n\t\r\u001b[2J\u0000\u009b\u202e\u2028\ud800 \ud83d\ude00 ä";
        String written = Json.line(nasty);
        assertThat(written).contains("\\u001b", "\\u0000", "\\u009b", "\\u202e", "\\u2028", "\\ud800", "\ud83d\ude00",
                "ä");
        assertThat(written.chars().noneMatch(Character::isISOControl)).isTrue();
        assertThat(JsonValue.parse(written).value()).isEqualTo(nasty);
    }

    @Test
    void indentsForPeople() {
        String pretty = Json.pretty(Json.object("a", List.of(1, 2), "b", List.of(), "c", Json.object("d", null)));
        assertThat(pretty).contains("\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": [],");
        assertThat(JsonValue.parse(pretty).get("c").get("d").value()).isNull();
    }
}
