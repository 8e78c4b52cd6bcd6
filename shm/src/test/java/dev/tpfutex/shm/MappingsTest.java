package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mappings from outside: which one is taken, and what is done about one that does not do what it must. */
class MappingsTest {

    private static final String PROPERTY = "tpfutex.mapping";
    private static final SpaceOptions BY_TEST = SMALL.mapping("test");

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    @BeforeEach
    @AfterEach
    void reset() {
        TestMapper.reset();
        System.clearProperty(PROPERTY);
    }

    private Path path() {
        return directory.resolve("orders.tpf");
    }

    private SpaceOpenException refused(SpaceOptions options, Reason reason) throws IOException {
        SpaceOpenException refusal = catchThrowableOfType(
                SpaceOpenException.class, () -> SpaceFile.openOrCreate(path(), options));
        assertThat(refusal.reason()).isEqualTo(reason);
        assertThat(OpenDescriptors.under(directory)).isEmpty();
        assertThat(TestMapper.open()).isZero();
        return refusal;
    }

    @Test
    void theOneThatWasAskedForIsTakenAndEnded() {
        try (SpaceFile file = SpaceFile.openOrCreate(path(), BY_TEST);
                SpaceFile own = SpaceFile.openOrCreate(path(), SMALL)) {
            assertThat(TestMapper.open()).isOne();
            file.segment().set(ValueLayout.JAVA_INT, Child.TEST_WORD, 42);
            assertThat(own.segment().get(ValueLayout.JAVA_INT, Child.TEST_WORD)).isEqualTo(42);
        }
        assertThat(TestMapper.mapped()).isOne();
        assertThat(TestMapper.open()).isZero();
    }

    @Test
    void theOptionCountsMoreThanThePropertyAndThatMoreThanNothing() {
        System.setProperty(PROPERTY, "test");
        SpaceFile.openOrCreate(path(), SMALL).close();
        assertThat(TestMapper.mapped()).isOne();
        SpaceFile.openOrCreate(path(), SMALL.mapping("ffm")).close();
        assertThat(TestMapper.mapped()).isOne();
        System.setProperty(PROPERTY, "ffm");
        SpaceFile.openOrCreate(path(), BY_TEST).close();
        assertThat(TestMapper.mapped()).isEqualTo(2);
    }

    @Test
    void oneThatIsNotThere() throws IOException {
        assertThat(refused(SMALL.mapping("papyrus"), Reason.NO_SUCH_MAPPING))
                .hasMessageContainingAll("\"papyrus\"", "only [ffm, test]", "jars", path().toString());
    }

    @Test
    void oneThatFails() throws IOException {
        IOException full = new IOException("too many mappings");
        TestMapper.use((file, size) -> {
            throw full;
        });
        assertThat(refused(BY_TEST, Reason.IO)).hasCause(full).hasMessageContaining("\"test\"");
    }

    @Test
    void oneThatLacksSomething() throws IOException {
        TestMapper.use((file, size) -> {
            throw new NoClassDefFoundError("papyrus/Sheet");
        });
        assertThat(refused(BY_TEST, Reason.NO_SUCH_MAPPING)).hasMessageContainingAll("papyrus/Sheet", "flags");
    }

    @Test
    void oneThatSaysWhatIsMissing() throws IOException {
        TestMapper.use((file, size) -> {
            throw new IllegalStateException("bring some papyrus");
        });
        assertThat(refused(BY_TEST, Reason.NO_SUCH_MAPPING)).hasMessageContaining("(bring some papyrus)");
    }

    @Test
    void oneThatMapsAnotherFile() throws IOException {
        Path other = directory.resolve("other.tpf");
        SpaceFile.openOrCreate(other, SMALL).close();
        TestMapper.use((file, size) -> TestMapper.mapByJdk(other, size, 0));
        assertThat(refused(BY_TEST, Reason.NO_SUCH_MAPPING)).hasMessageContaining("another file");
        assertThat(TestMapper.mapped()).isOne();
    }

    @Test
    void oneThatMapsAskew() throws IOException {
        TestMapper.use((file, size) -> TestMapper.mapByJdk(file, size, 8));
        assertThat(refused(BY_TEST, Reason.NO_SUCH_MAPPING)).hasMessageContaining("not aligned");
        assertThat(TestMapper.mapped()).isOne();
    }

    /** As the JDK and Chronicle Bytes do with a file that was shortened between our look at it and the mapping. */
    @Test
    void oneThatLengthensTheFile() throws IOException {
        SpaceFile.openOrCreate(path(), SMALL).close();
        TestMapper.use((file, size) -> {
            try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
                channel.truncate(4096);
            }
            return TestMapper.mapByJdk(file, size, 0);
        });
        long size = Files.size(path());
        assertThat(refused(BY_TEST, Reason.DAMAGED)).hasMessageContaining("holes");
        assertThat(Files.size(path())).isEqualTo(size);
    }

    @Test
    void theFileIsTheOneThatWasCheckedWhateverHasItsNameByThen() throws IOException {
        TestMapper.use((file, size) -> {
            Files.move(path(), directory.resolve("moved.tpf"));
            SpaceFile.openOrCreate(path(), SMALL).close();
            TestMapper.reset();
            return TestMapper.mapByJdk(file, size, 0);
        });
        try (SpaceFile file = SpaceFile.openOrCreate(path(), BY_TEST)) {
            // The first has lost its name: it was given up, and the second taken.
            assertThat(file.stillAt()).isTrue();
            assertThat(file.created()).isFalse();
            assertThat(TestMapper.mapped()).isEqualTo(2);
            assertThat(TestMapper.open()).isOne();
        }
    }
}
