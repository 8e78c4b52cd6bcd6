package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.OfdLock;
import dev.tpfutex.shm.linux.ProcFs;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Life of an open space file: creation, second opening, mapping, deletion under it, closing. */
class SpaceFileTest {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private Path path() {
        return directory.resolve("orders.tpf");
    }

    private SpaceFile open() {
        return SpaceFile.openOrCreate(path(), SMALL);
    }

    @Test
    void createsAnAllocatedPrivateFile() throws IOException {
        try (SpaceFile file = open()) {
            assertThat(file.created()).isTrue();
            assertThat(file.layout()).isEqualTo(new SpaceLayout(8, 8, 4));
            assertThat(file.bootId()).isEqualTo(ProcFs.bootId());
            assertThat(file.segment().byteSize()).isEqualTo(file.size()).isEqualTo(Files.size(path()));
            FileStatus status = FileStatus.of(path().toString());
            assertThat(status.blocks() * 512).isGreaterThanOrEqualTo(file.size());
            assertThat(status.mode() & 0777).isEqualTo(0600);
            assertThat(status.links()).isOne();
            assertThat(Files.list(directory)).containsExactly(path());
        }
    }

    @Test
    void opensWhatIsThereWhateverLimitsAreAskedFor() {
        try (SpaceFile first = open();
                SpaceFile second = SpaceFile.openOrCreate(path(), SpaceOptions.defaults().create(false))) {
            assertThat(second.created()).isFalse();
            assertThat(second.layout()).isEqualTo(first.layout());
            assertThat(second.uuid()).isEqualTo(first.uuid());
            assertThat(second.identity()).isEqualTo(first.identity());
            first.segment().set(INT, Child.TEST_WORD, 42);
            assertThat(second.segment().get(INT, Child.TEST_WORD)).isEqualTo(42);
            assertThat(second.address()).isNotEqualTo(first.address());
        }
    }

    @Test
    void doesNotAdviseToLetADirectoryBeCreated() {
        Path lost = directory.resolve("nowhere").resolve("a.tpf");
        assertThatExceptionOfType(SpaceOpenException.class)
                .isThrownBy(() -> SpaceFile.openOrCreate(lost, SMALL))
                .withMessageContainingAll("there is no directory " + lost.getParent(), "but no directory")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND));
    }

    @Test
    void followsSymbolicLinksButNotIntoTheVoid() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link.tpf"), path());
        assertThatExceptionOfType(SpaceOpenException.class)
                .isThrownBy(() -> SpaceFile.openOrCreate(link, SMALL))
                .withMessageContaining("symbolic link")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND));
        try (SpaceFile file = open();
                SpaceFile linked = SpaceFile.openOrCreate(link, SMALL)) {
            assertThat(linked.identity()).isEqualTo(file.identity());
            assertThat(linked.stillAt()).isTrue();
        }
    }

    @Test
    void worksOnTheDefaultTemporaryDirectoryWithNonAsciiNames(@TempDir Path disk) throws IOException {
        Path space = disk.resolve("Aufträge ☃.tpf");
        try (SpaceFile file = SpaceFile.openOrCreate(space, SMALL)) {
            assertThat(file.stillAt()).isTrue();
            assertThat(Files.size(space)).isEqualTo(file.size());
        }
    }

    @Test
    void fallsBackToATemporaryNameWhereThereAreNoUnnamedFiles() throws IOException {
        SpaceHeader header = new SpaceHeader(new SpaceLayout(8, 8, 4), ProcFs.randomUuid(), ProcFs.bootId(), false);
        for (int expectedFirst = 0; expectedFirst < 2; expectedFirst++) {
            int fd = new SpaceCreator(path(), header, SMALL) {
                @Override
                int openUnnamed() {
                    return -Errno.EOPNOTSUPP;
                }
            }.create();
            assertThat(fd >= 0).as("first creation wins, second finds it").isEqualTo(expectedFirst == 0);
            NativeFiles.close(fd);
        }
        assertThat(Files.list(directory)).containsExactly(path());
        try (SpaceFile file = open()) {
            assertThat(file.created()).isFalse();
            assertThat(file.uuid()).isEqualTo(header.uuid());
        }
    }

    @Test
    void noticesDeletionAndReplacement() throws IOException {
        try (SpaceFile file = open()) {
            assertThat(file.stillAt()).isTrue();
            Files.delete(path());
            assertThat(file.stillAt()).isFalse();
            try (SpaceFile other = open()) {
                assertThat(other.created()).isTrue();
                assertThat(other.uuid()).isNotEqualTo(file.uuid());
                assertThat(other.identity()).isNotEqualTo(file.identity());
                assertThat(file.stillAt()).isFalse();
                assertThat(other.stillAt()).isTrue();
            }
        }
    }

    @Test
    void closesInTwoSteps() {
        SpaceFile file = open();
        try (SpaceFile other = open()) {
            OfdLock.tryLock(file.fd(), 0);
            file.segment().set(INT, Child.TEST_WORD, 7);
            file.unmap();
            file.unmap();
            assertThatThrownBy(() -> file.segment().get(INT, 0)).isInstanceOf(IllegalStateException.class);
            assertThat(OfdLock.heldByOther(other.fd(), 0)).isTrue();
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment again = file.map(arena);
                assertThat(again.get(INT, Child.TEST_WORD)).isEqualTo(7);
            }
            file.close();
            file.close();
            assertThat(OfdLock.heldByOther(other.fd(), 0)).isFalse();
            assertThatThrownBy(file::fd).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> file.map(Arena.ofAuto())).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void doesNotMapAgainWhatWasTruncated() throws IOException {
        try (SpaceFile file = open();
                Arena arena = Arena.ofConfined()) {
            file.unmap();
            try (FileChannel channel = FileChannel.open(path(), StandardOpenOption.WRITE)) {
                channel.truncate(4096);
            }
            assertThatExceptionOfType(SpaceOpenException.class)
                    .isThrownBy(() -> file.map(arena))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TRUNCATED));
            assertThat(Files.size(path())).isEqualTo(4096);
        }
    }

    @Test
    void closedArenaLeaksNoMapping() throws IOException {
        Arena arena = Arena.ofShared();
        arena.close();
        try (SpaceFile file = open()) {
            long mappings = mappings();
            assertThatThrownBy(() -> file.map(arena)).isInstanceOf(IllegalStateException.class);
            assertThat(mappings()).isEqualTo(mappings);
        }
    }

    /** Case C17. */
    @Test
    void tenThousandOpensAndClosesLeakNothing() throws IOException {
        open().close();
        for (int i = 0; i < 10_000; i++) {
            open().close();
        }
        assertThat(OpenDescriptors.under(directory)).isEmpty();
        assertThat(mappings()).isZero();
    }

    private long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(path().toString())).count();
        }
    }
}
