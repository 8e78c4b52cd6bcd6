package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOpenException.Reason;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.linux.Errno;
import dev.tpfutex.shm.linux.NativeFiles;
import dev.tpfutex.shm.linux.OfdLock;
import dev.tpfutex.shm.linux.ProcFs;
import dev.tpfutex.shm.linux.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Creation under adverse conditions: many at once, killed on the way, no space. */
class SpaceFileCreationTest {

    private static final int THREADS = 32;

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private Path path() {
        return directory.resolve("orders.tpf");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    void oneOfManyThreadsCreates() throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            for (int round = 0; round < 50; round++) {
                Path space = directory.resolve("orders" + round + ".tpf");
                List<Future<SpaceFile>> opened = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    opened.add(pool.submit(() -> {
                        start.await();
                        return SpaceFile.openOrCreate(space, SMALL);
                    }));
                }
                assertOneCreated(opened);
            }
        }
        assertThat(files()).hasSize(50);
    }

    private static void assertOneCreated(List<Future<SpaceFile>> opened) throws Exception {
        int created = 0;
        Set<UUID> uuids = new HashSet<>();
        for (Future<SpaceFile> future : opened) {
            try (SpaceFile file = future.get()) {
                created += file.created() ? 1 : 0;
                uuids.add(file.uuid());
            }
        }
        assertThat(created).isOne();
        assertThat(uuids).hasSize(1);
    }

    /** Case C19, as far as the file goes. */
    @Test
    void oneOfManyProcessesCreates() throws IOException {
        List<ChildJvm> children = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                children.add(ChildJvm.start(Child.class, "race", path(), 4));
            }
            children.forEach(child -> assertThat(child.line()).isEqualTo("ready"));
            children.forEach(child -> child.tell("go"));
            int created = 0;
            Set<String> uuids = new HashSet<>();
            for (ChildJvm child : children) {
                String[] answer = child.line().split(" ");
                created += Integer.parseInt(answer[0]);
                uuids.add(answer[1]);
            }
            assertThat(created).isOne();
            assertThat(uuids).hasSize(1);
            assertThat(files()).containsExactly(path());
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    @Test
    void aCreatorKilledOnTheWayLeavesNothing() throws IOException {
        try (ChildJvm child = ChildJvm.start(Child.class, "brink", path(), true)) {
            assertThat(child.line()).isEqualTo("brink");
            assertThat(files()).isEmpty();
            child.kill();
            assertThat(files()).isEmpty();
        }
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL)) {
            assertThat(file.created()).isTrue();
        }
    }

    @Test
    void aCreatorKilledWithATemporaryNameLeavesNothingUnderTheRealOne() throws IOException {
        leaveTemporaryFile();
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL)) {
            assertThat(file.created()).isTrue();
        }
    }

    @Test
    void theNextCreatorRemovesWhatAKilledOneHasLeft() throws IOException {
        leaveTemporaryFile();
        Path precious = Files.writeString(directory.resolve("tpfutex-notes.tmp"), "precious");
        createWithTemporaryName();
        assertThat(files()).containsExactlyInAnyOrder(path(), precious);
    }

    @Test
    void theTemporaryFileOfALivingCreatorStays() throws IOException {
        try (ChildJvm child = ChildJvm.start(Child.class, "brink", directory.resolve("slow.tpf"), false)) {
            assertThat(child.line()).isEqualTo("brink");
            Path temporary = files().getFirst();
            createWithTemporaryName();
            assertThat(files()).containsExactlyInAnyOrder(path(), temporary);
        }
    }

    private void leaveTemporaryFile() throws IOException {
        try (ChildJvm child = ChildJvm.start(Child.class, "brink", path(), false)) {
            assertThat(child.line()).isEqualTo("brink");
            child.kill();
            assertThat(files()).singleElement().satisfies(left -> assertThat(left.getFileName().toString())
                    .startsWith(".tpfutex-")
                    .endsWith(".tmp"));
        }
    }

    private void createWithTemporaryName() {
        SpaceHeader header = new SpaceHeader(new SpaceLayout(8, 8, 4), ProcFs.randomUuid(), ProcFs.bootId(), false);
        int fd = new SpaceCreator(path(), header, SMALL) {

            @Override
            int openUnnamed() {
                return -Errno.EOPNOTSUPP;
            }
        }.create();
        assertThat(fd).isNotNegative();
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL)) {
            assertThat(file.created()).isFalse();
            // No process could register there otherwise.
            assertThat(OfdLock.tryLock(file.fd(), 0)).isTrue();
        } finally {
            NativeFiles.close(fd);
        }
    }

    /** Case C14: on a real, full file system. */
    @ParameterizedTest
    @ValueSource(strings = {"size=64k", "size=4m,nr_inodes=1"})
    void withoutSpaceNothingIsLeftBehind(String limit) throws Exception {
        assumeTrue(Threads.geteuid() == 0, "needs root, to mount a small tmpfs");
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", limit, "tpfutex-test", directory.toString()) == 0,
                "needs the right to mount a small tmpfs");
        try {
            SpaceOpenException failure = catchThrowableOfType(
                    SpaceOpenException.class, () -> SpaceFile.openOrCreate(path(), SpaceOptions.defaults()));
            assertThat(failure).hasMessageContaining("no space").hasMessageContaining(path().toString());
            assertThat(failure.reason()).isEqualTo(Reason.NO_SPACE);
            assertThat(files()).isEmpty();
            assertThat(Files.getFileStore(directory).getUnallocatedSpace())
                    .isEqualTo(Files.getFileStore(directory).getTotalSpace());
            if (!limit.contains("nr_inodes")) {
                SpaceFile.openOrCreate(path(), SMALL).close();
            }
        } finally {
            assertThat(run("umount", directory.toString())).isZero();
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
