package dev.tpfutex.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.coordinator.Coordinator;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/PROTOCOL.md} says the same as the code: each bit, each state, each time. */
class ProtocolDocumentTest {

    private static final Pattern BITS = Pattern.compile("(?m)^\\| (\\d+)(?:\\.\\.(\\d+))? \\| `(\\w+)` \\|");
    private static final Pattern VALUE = Pattern.compile("`(\\w+)` = (-?\\d+)");
    private static final Pattern TIME = Pattern.compile("(?m)^\\| `(\\w+)\\.(\\w+)` \\| (\\d+) (ms|us) \\|");

    private static String document;

    @BeforeAll
    static void read() throws IOException {
        document = Files.readString(Path.of("../docs/PROTOCOL.md"));
    }

    private static String section(Class<?> type) {
        int start = document.indexOf(": `" + type.getSimpleName() + "`\n");
        assertThat(start).as("section of " + type).isPositive();
        int end = document.indexOf("\n##", start);
        return document.substring(start, end < 0 ? document.length() : end);
    }

    /** All constants of a class that are numbers and no helpers, unsigned. */
    private static Map<String, Long> constants(Class<?> type) throws IllegalAccessException {
        Map<String, Long> constants = new TreeMap<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType().isPrimitive()) {
                field.setAccessible(true);
                Object value = field.get(null);
                constants.put(
                        field.getName(),
                        value instanceof Integer bits ? Integer.toUnsignedLong(bits) : ((Number) value).longValue());
            }
        }
        return constants;
    }

    private static Map<String, Long> bits(String text) {
        Map<String, Long> bits = new TreeMap<>();
        Matcher row = BITS.matcher(text);
        while (row.find()) {
            int high = Integer.parseInt(row.group(1));
            int low = row.group(2) == null ? high : Integer.parseInt(row.group(2));
            bits.put(row.group(3), (high == 63 ? -1L : (1L << high + 1) - 1) & -1L << low);
        }
        return bits;
    }

    private static Map<String, Long> values(String text) {
        Map<String, Long> values = new TreeMap<>();
        Matcher matcher = VALUE.matcher(text);
        while (matcher.find()) {
            values.put(matcher.group(1), Integer.toUnsignedLong(Integer.parseInt(matcher.group(2))));
        }
        return values;
    }

    @Test
    void everyBitOfTheWords() throws IllegalAccessException {
        Map<String, Long> word = constants(FutexWord.class);
        word.keySet().removeAll(Set.of("LOWER_HALF", "ONE_PASSAGE"));
        assertThat(bits(section(FutexWord.class))).isEqualTo(word);
        Map<String, Long> top = constants(TopWord.class);
        assertThat(top.remove("ROLE")).isEqualTo(
                TopWord.HANDOFF | TopWord.CLAIMED | TopWord.UPGRADABLE | TopWord.READER | FutexWord.TID_MASK);
        assertThat(bits(section(TopWord.class))).isEqualTo(top);
    }

    @Test
    void everyBitOfAnEntry() throws IllegalAccessException {
        Map<String, Long> constants = constants(RobustEntry.class);
        String section = section(RobustEntry.class);
        assertThat(bits(section)).hasSize(3);
        bits(section).forEach((name, mask) -> assertThat(constants).containsEntry(name, mask));
        assertThat(section).contains("1 `PENDING`", "2 `HELD`");
        assertThat(constants).containsEntry("PENDING", 1L << 30).containsEntry("HELD", 2L << 30);
    }

    @ParameterizedTest
    @ValueSource(classes = {WaitWord.class, TaskControl.class, Parker.class})
    void everyState(Class<?> type) throws IllegalAccessException {
        assertThat(values(section(type))).isEqualTo(constants(type));
    }

    @Test
    void everyTime() throws ReflectiveOperationException {
        Matcher row = TIME.matcher(document);
        int rows = 0;
        while (row.find()) {
            Field field = find(row.group(1)).getDeclaredField(row.group(2));
            field.setAccessible(true);
            long amount = Long.parseLong(row.group(3));
            Duration documented =
                    row.group(4).equals("ms") ? Duration.ofMillis(amount) : Duration.ofNanos(amount * 1000);
            assertThat(Duration.ofNanos(field.getLong(null))).as(row.group()).isEqualTo(documented);
            rows++;
        }
        assertThat(rows).isEqualTo(7);
        assertThat(document).contains("at least each\n50 ms");
        Field rest = Coordinator.class.getDeclaredField("REST_NANOS");
        rest.setAccessible(true);
        assertThat(rest.getLong(null)).isEqualTo(50_000_000);
    }

    private static Class<?> find(String name) throws ClassNotFoundException {
        try {
            return Class.forName("dev.tpfutex.core." + name);
        } catch (ClassNotFoundException e) {
            return Class.forName("dev.tpfutex.core.coordinator." + name);
        }
    }

    @Test
    void aTidIsPutTogetherAsItSays() {
        assertThat(document).contains("generation × 65536 + index", "after 8191 comes 1");
        assertThat(Tid.of(3, 2)).isEqualTo(2 * 65536 + 3);
        assertThat(Tid.nextGeneration(8191)).isOne();
    }
}
