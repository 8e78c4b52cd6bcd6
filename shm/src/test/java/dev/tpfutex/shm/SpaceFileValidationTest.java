package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.shm.layout.HeaderLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are no space, or no longer one: each is refused with its own reason, and left as it is. */
class SpaceFileValidationTest {

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private Path path;

    @BeforeEach
    void create() throws IOException {
        path = directory.resolve("orders.tpf");
        SpaceFile.openOrCreate(path, SMALL).close();
    }

    @AfterEach
    void nothingStaysOpen() throws IOException {
        assertThat(OpenDescriptors.under(directory)).isEmpty();
    }

    private void assertRefused(Reason reason, String... parts) {
        assertRefused(path, reason, parts);
    }

    private static void assertRefused(Path space, Reason reason, String... parts) {
        SpaceOpenException failure =
                catchThrowableOfType(SpaceOpenException.class, () -> SpaceFile.openOrCreate(space, SMALL));
        assertThat(failure).as("opening " + space).isNotNull();
        assertThat(failure.getMessage()).contains(space.toString());
        for (String part : parts) {
            assertThat(failure.getMessage()).contains(part);
        }
        assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
        assertThat(failure.space()).isEqualTo(space);
    }

    private void write(long offset, byte... bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), offset);
        }
    }

    private void writeInt(long offset, int value) throws IOException {
        write(offset, ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array());
    }

    private void writeLong(long offset, long value) throws IOException {
        write(offset, ByteBuffer.allocate(8).order(ByteOrder.nativeOrder()).putLong(value).array());
    }

    private void truncate(long size) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    @Test
    void refusesForeignFiles() throws IOException {
        Files.writeString(path, "some text that is not a space");
        assertRefused(Reason.NOT_A_SPACE_FILE);
        assertThat(path).hasContent("some text that is not a space");
        Files.write(path, new byte[8192]);
        assertRefused(Reason.NOT_A_SPACE_FILE);
        Files.write(path, new byte[3]);
        assertRefused(Reason.NOT_A_SPACE_FILE);
        truncate(0);
        assertRefused(Reason.NOT_A_SPACE_FILE, "empty");
    }

    @Test
    void refusesWhatIsNoFile() throws Exception {
        assertRefused(directory, Reason.NOT_A_SPACE_FILE, "directory");
        assertRefused(Path.of("/"), Reason.NOT_A_SPACE_FILE, "directory");
        assertRefused(Path.of("/dev/null"), Reason.NOT_A_SPACE_FILE, "FIFO or a device");
        Path fifo = directory.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
        assertRefused(fifo, Reason.NOT_A_SPACE_FILE, "FIFO or a device");
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        assertRefused(directory.resolve("no/such/orders.tpf"), Reason.NOT_FOUND,
                directory.resolve("no/such").toString());
        assertRefused(path.resolve("orders.tpf"), Reason.NOT_FOUND);
        Path absent = directory.resolve("absent.tpf");
        SpaceOpenException failure = catchThrowableOfType(
                SpaceOpenException.class, () -> SpaceFile.openOrCreate(absent, SMALL.create(false)));
        assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(absent).doesNotExist();
        Path longName = directory.resolve("x".repeat(300));
        assertRefused(longName, Reason.IO, "file name too long");
    }

    /** Case C18. */
    @Test
    void refusesOtherVersions() throws IOException {
        writeInt(HeaderLayout.VERSION, 77);
        assertRefused(Reason.OTHER_VERSION, "77", "version " + HeaderLayout.CURRENT_VERSION);
        writeInt(HeaderLayout.VERSION, HeaderLayout.CURRENT_VERSION);
        writeInt(HeaderLayout.INCOMPATIBLE, 4 | HeaderLayout.BARRIERS);
        assertRefused(Reason.OTHER_VERSION, "0x5");
        writeInt(HeaderLayout.INCOMPATIBLE, 0);
        writeInt(HeaderLayout.COMPATIBLE, 4);
        SpaceFile.openOrCreate(path, SMALL).close();
    }

    @Test
    void refusesTheOtherByteOrder() throws IOException {
        writeInt(HeaderLayout.BYTE_ORDER, Integer.reverseBytes(HeaderLayout.BYTE_ORDER_MARK));
        writeInt(HeaderLayout.VERSION, Integer.reverseBytes(HeaderLayout.CURRENT_VERSION));
        assertRefused(Reason.OTHER_BYTE_ORDER);
        writeInt(HeaderLayout.BYTE_ORDER, 99);
        assertRefused(Reason.DAMAGED, "byte-order mark");
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 100, 251})
    void refusesAHeaderThatEndsEarly(long size) throws IOException {
        truncate(size);
        assertRefused(Reason.TRUNCATED, size + " bytes");
    }

    @Test
    void refusesOtherSizes() throws IOException {
        long size = Files.size(path);
        write(size, (byte) 1);
        assertRefused(Reason.DAMAGED, (size + 1) + " bytes");
        truncate(size - 1);
        assertRefused(Reason.TRUNCATED, (size - 1) + " of " + size);
        truncate(4096);
        assertRefused(Reason.TRUNCATED, "4096 of " + size);
        assertThat(Files.size(path)).isEqualTo(4096);
    }

    @Test
    void refusesAnUnfinishedHeader() throws IOException {
        writeInt(HeaderLayout.READY, 0);
        assertRefused(Reason.DAMAGED, "not complete");
    }

    @ParameterizedTest
    @CsvSource({"32,locks", "36,tasks", "40,processes"})
    void refusesImpossibleLimits(long offset, String limit) throws IOException {
        for (int value : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            writeInt(offset, value);
            assertRefused(Reason.DAMAGED, limit);
        }
    }

    @Test
    void refusesContradictions() throws IOException {
        for (int i = 0; i < 7; i++) {
            create();
            writeLong(HeaderLayout.SECTIONS + i * 8L, 0x7fff_ffff_ffff_0000L);
            assertRefused(Reason.DAMAGED, "section " + i);
            Files.delete(path);
        }
        create();
        writeInt(HeaderLayout.MAX_TASKS, 4000);
        assertRefused(Reason.DAMAGED, "bytes");
        recreate();
        writeLong(HeaderLayout.FILE_SIZE, Long.MAX_VALUE);
        assertRefused(Reason.DAMAGED, "limits need");
    }

    private void recreate() throws IOException {
        Files.delete(path);
        create();
    }

    @Test
    void refusesHoles() throws IOException {
        byte[] header = new byte[4096];
        long size = Files.size(path);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.read(ByteBuffer.wrap(header));
        }
        Files.delete(path);
        Files.write(path, header);
        write(size - 1, (byte) 0);
        assertThat(Files.size(path)).isEqualTo(size);
        assertRefused(Reason.DAMAGED, "holes");
    }

    /** Case C28, as far as the header goes. */
    @Test
    void survivesRandomDamageOfTheHeader() throws IOException {
        Random random = new Random(20_250_101);
        byte[] good = Files.readAllBytes(path);
        for (int i = 0; i < 2_000; i++) {
            byte[] bad = new byte[1 + random.nextInt(16)];
            random.nextBytes(bad);
            write(random.nextInt(SpaceHeader.LENGTH - bad.length), bad);
            try (SpaceFile file = SpaceFile.openOrCreate(path, SMALL)) {
                assertThat(file.size()).isEqualTo(good.length);
            } catch (SpaceOpenException refused) {
                assertThat(refused.reason()).isNotEqualTo(Reason.IO);
            }
            write(0, good);
        }
    }
}
