package dev.tpfutex.shm.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.TaskLayout;
import dev.tpfutex.shm.linux.FileStatus;
import dev.tpfutex.shm.linux.OfdLock;
import dev.tpfutex.shm.linux.RobustFutex;
import dev.tpfutex.shm.linux.Threads;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Life of a space file over each mapping: size, identity, interrupts, truncation, threads that outlive it, the end. */
@Watched
@ParameterizedClass
@EnumSource(Mapping.class)
class FileConformanceTest {

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final Mapping mapping;

    FileConformanceTest(Mapping mapping) {
        this.mapping = mapping;
    }

    private SpaceFile open() {
        return SpaceFile.openOrCreate(space.path(), mapping.small());
    }

    @Test
    void theFileKeepsItsSizeAndIsAllocated() throws IOException {
        try (SpaceFile file = open();
                SpaceFile again = open()) {
            assertThat(file.created()).isTrue();
            assertThat(again.created()).isFalse();
            assertThat(file.segment().byteSize()).isEqualTo(file.size()).isEqualTo(Files.size(space.path()));
            assertThat(FileStatus.of(file.fd()).blocks() * 512).isGreaterThanOrEqualTo(file.size());
            assertThat(again.identity()).isEqualTo(file.identity());
            assertThat(again.address()).isNotEqualTo(file.address());
            file.segment().set(INT, file.layout().locks(), 42);
            assertThat(again.segment().get(INT, file.layout().locks())).isEqualTo(42);
        }
    }

    @Test
    void namesAndLinksAreNotAsciiOnly() throws IOException {
        Path link = Files.createSymbolicLink(space.sibling("Verweis ☃.tpf"), space.path());
        try (SpaceFile file = open();
                SpaceFile linked = SpaceFile.openOrCreate(link, mapping.small())) {
            assertThat(linked.identity()).isEqualTo(file.identity());
        } finally {
            Files.delete(link);
        }
    }

    @Test
    void locksOnTheFileAreNotLostWhenAnotherMappingEnds() {
        SpaceFile file = open();
        try (SpaceFile looker = SpaceFile.openOrCreate(space.path(), mapping.other().small())) {
            OfdLock.tryLock(file.fd(), 0);
            open().close();
            assertThat(OfdLock.heldByOther(looker.fd(), 0)).isTrue();
            file.close();
            assertThat(OfdLock.heldByOther(looker.fd(), 0)).isFalse();
        }
    }

    @Test
    void anInterruptedThreadOpensAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try (SpaceFile file = open()) {
            assertThat(Thread.interrupted()).isTrue();
            file.segment().set(INT, file.layout().locks(), 1);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void theDeletedFileGoesOnAndTheNextOneIsAnother() throws IOException {
        try (SpaceFile file = open()) {
            Files.delete(space.path());
            assertThat(file.stillAt()).isFalse();
            try (SpaceFile next = open()) {
                file.segment().set(INT, file.layout().locks(), 1);
                assertThat(next.segment().get(INT, file.layout().locks())).isZero();
            }
        }
    }

    @Test
    void aTruncatedFileIsRefusedAndNotLengthened() throws IOException {
        open().close();
        truncate(8192);
        assertThatExceptionOfType(SpaceOpenException.class).isThrownBy(this::open)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TRUNCATED));
        assertThat(Files.size(space.path())).isEqualTo(8192);
    }

    @Test
    void whoUsesATruncatedFileGetsAnErrorAndCanCloseIt() throws IOException {
        try (SpaceFile file = open()) {
            truncate(4096);
            assertThat(file.isShortened()).isTrue();
            assertThatThrownBy(() -> file.segment().get(INT, file.layout().tasks())).isInstanceOf(InternalError.class);
        }
        assertThat(mappings()).isZero();
    }

    private void truncate(long size) throws IOException {
        try (FileChannel channel = FileChannel.open(space.path(), StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    @Test
    void theKernelMarksTheWordOfAThreadThatEnds() throws InterruptedException {
        try (SpaceFile file = open()) {
            long life = file.layout().task(0) + TaskLayout.LIFE;
            Thread.ofPlatform().start(() -> assertThat(file.tieToThread(life, Threads.gettid())).isTrue()).join();
            Await.until("the word is marked", () -> file.segment().get(INT, life) == RobustFutex.OWNER_DIED);
        }
    }

    @Test
    void theMappingCanEndBeforeTheThreadsThatAreTiedToIt() throws InterruptedException, IOException {
        CountDownLatch tied = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        SpaceFile file = open();
        Thread thread = Thread.ofPlatform().start(() -> {
            file.tieToThread(file.layout().task(0) + TaskLayout.LIFE, Threads.gettid());
            tied.countDown();
            await(closed);
        });
        await(tied);
        long address = file.address();
        file.close();
        assertThat(mappings()).isZero();
        assertThat(isMapped(address)).as("private memory in its place").isTrue();
        closed.countDown();
        thread.join();
        // Looked after whenever another mapping ends.
        Await.until("that is gone too", () -> {
            open().close();
            return !isMapped(address);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isMapped(long address) throws IOException {
        String beginning = String.format("%x-", address);
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.anyMatch(line -> line.startsWith(beginning));
        }
    }

    @Test
    void closesInTwoStepsAndLeavesNothing() throws IOException {
        SpaceFile file = open();
        file.unmap();
        file.unmap();
        assertThat(mappings()).isZero();
        assertThatThrownBy(() -> file.segment().get(INT, 0)).isInstanceOf(IllegalStateException.class);
        try (Arena arena = Arena.ofConfined()) {
            assertThat(file.map(arena).byteSize()).isEqualTo(file.size());
        }
        file.close();
        file.close();
        for (int i = 0; i < 300; i++) {
            open().close();
        }
        // Some of Chronicle's mappings end, and its descriptors are closed, in a thread of its own.
        Await.until("all mappings have ended", () -> mappings() == 0);
        Await.until("all descriptors are closed", () -> descriptors() == 0);
    }

    private long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(space.path().toString())).count();
        }
    }

    private long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(descriptor -> leadsToSpace(descriptor)).count();
        }
    }

    private boolean leadsToSpace(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).startsWith(space.path());
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }
}
