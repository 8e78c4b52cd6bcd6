package dev.tpfutex.shm.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/LAYOUT.md} says the same as the code, and the code does not contradict itself. */
class LayoutDocumentTest {

    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| ([^|]+) \\| `(\\w+)` \\|.*");
    private static final Pattern VALUE = Pattern.compile("`(\\w+)` = (-?[0-9a-fA-Fx]+)");

    private static String document;

    @BeforeAll
    static void read() throws IOException {
        document = Files.readString(Path.of("../docs/LAYOUT.md"));
    }

    private static String section(Class<?> type) {
        int start = document.indexOf(": `" + type.getSimpleName() + "`");
        assertThat(start).as("section of " + type).isPositive();
        int end = document.indexOf("\n## ", start);
        return document.substring(start, end < 0 ? document.length() : end);
    }

    private static List<Matcher> rows(Class<?> type) {
        return section(type).lines().map(ROW::matcher).filter(Matcher::matches).toList();
    }

    /** Offsets are long constants, values are int constants. */
    private static Map<String, Long> constants(Class<?> type, Class<?> kind) throws IllegalAccessException {
        Map<String, Long> constants = new TreeMap<>();
        for (Field field : type.getFields()) {
            if (field.getType() == kind) {
                constants.put(field.getName(), ((Number) field.get(null)).longValue());
            }
        }
        return constants;
    }

    private static Map<String, Long> values(String text) {
        Map<String, Long> values = new TreeMap<>();
        Matcher matcher = VALUE.matcher(text);
        while (matcher.find()) {
            values.put(matcher.group(1), Long.decode(matcher.group(2)));
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(classes = {HeaderLayout.class, CoordinatorLayout.class, LockLayout.class, DescriptorLayout.class,
        ProcessLayout.class, TaskLayout.class})
    void namesEveryOffsetAndValue(Class<?> type) throws IllegalAccessException {
        Map<String, Long> offsets = new TreeMap<>();
        rows(type).forEach(row -> offsets.put(row.group(3), Long.valueOf(row.group(1))));
        assertThat(offsets).isEqualTo(constants(type, long.class));
        Map<String, Long> values = constants(type, int.class);
        values.remove("CURRENT_VERSION");
        assertThat(values(section(type))).isEqualTo(values);
    }

    @ParameterizedTest
    @ValueSource(classes = {HeaderLayout.class, CoordinatorLayout.class, LockLayout.class, DescriptorLayout.class,
        ProcessLayout.class, TaskLayout.class})
    void fieldsAreAlignedAndDoNotOverlap(Class<?> type) throws IllegalAccessException {
        long end = 0;
        for (Matcher row : rows(type)) {
            long offset = Long.parseLong(row.group(1));
            assertThat(offset).as(row.group(3)).isGreaterThanOrEqualTo(end);
            assertThat(offset % alignment(row.group(2))).as(row.group(3)).isZero();
            end = offset + length(row.group(2));
        }
        long size = constants(type, int.class).getOrDefault("SIZE", (long) SpaceLayout.PAGE);
        assertThat(end).isLessThanOrEqualTo(size);
    }

    private static long length(String type) {
        String[] words = type.split(" ");
        return words.length == 1 ? alignment(type) : Long.parseLong(words[0]) * alignment(type);
    }

    private static long alignment(String type) {
        return type.contains("long") ? Long.BYTES : type.contains("int") ? Integer.BYTES : 1;
    }

    @Test
    void saysWhereTheSectionsAre() {
        SpaceLayout layout = new SpaceLayout(1024, 4096, 256);
        List<Long> documented = new ArrayList<>();
        Matcher matcher = Pattern.compile("(?m)^\\| [a-z ]+ \\|[^|]*\\| (\\d+) \\|$").matcher(document);
        while (matcher.find()) {
            documented.add(Long.valueOf(matcher.group(1)));
        }
        assertThat(documented).containsExactly(
                0L, layout.coordinator(), layout.submissions(), layout.locks(), layout.descriptors(),
                layout.names(), layout.processes(), layout.tasks(), layout.fileSize());
        assertThat(values(document))
                .containsEntry("CURRENT_VERSION", (long) HeaderLayout.CURRENT_VERSION)
                .containsEntry("PAGE", (long) SpaceLayout.PAGE)
                .containsEntry("LOCKS_LIMIT", (long) SpaceLayout.LOCKS_LIMIT)
                .containsEntry("TASKS_LIMIT", (long) SpaceLayout.TASKS_LIMIT)
                .containsEntry("PROCESSES_LIMIT", (long) SpaceLayout.PROCESSES_LIMIT);
    }

    @Test
    void sectionsFollowEachOtherForAllLimits() {
        int[][] limits =
                {{1, 1, 1}, {3, 65, 17}, {1024, 4096, 256}, {10_000, 10_000, 100}, {1 << 24, 1 << 16, 1 << 14}};
        for (int[] limit : limits) {
            SpaceLayout layout = new SpaceLayout(limit[0], limit[1], limit[2]);
            assertThat(layout.lock(limit[0])).isLessThanOrEqualTo(layout.descriptors());
            assertThat(layout.descriptor(limit[0])).isLessThanOrEqualTo(layout.names());
            assertThat(layout.names() + 8L * layout.nameEntries()).isLessThanOrEqualTo(layout.processes());
            assertThat(layout.nameEntries()).isGreaterThanOrEqualTo(2 * limit[0]);
            assertThat(layout.process(limit[2])).isLessThanOrEqualTo(layout.tasks());
            assertThat(layout.task(limit[1])).isLessThanOrEqualTo(layout.fileSize());
            assertThat(layout.submissionWords() * 64).isGreaterThanOrEqualTo(limit[1]);
            assertThat(layout.fileSize() % SpaceLayout.PAGE).isZero();
        }
    }
}
