package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.layout.TaskLayout;
import dev.tpfutex.shm.linux.RobustFutex;
import dev.tpfutex.shm.linux.Threads;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mappings with words that are tied to threads: they end although the threads go on, and leave nothing behind. */
@Timeout(120)
class LifeTiesTest {

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private SpaceFile open(String name) {
        return SpaceFile.openOrCreate(directory.resolve(name), SMALL);
    }

    private static long life(SpaceFile file, int slot) {
        return file.layout().task(slot) + TaskLayout.LIFE;
    }

    private static boolean tie(SpaceFile file, int slot) {
        return file.tieToThread(life(file, slot), Threads.gettid());
    }

    private static boolean untie(SpaceFile file, int slot) {
        return file.untieFromThread(life(file, slot));
    }

    private static int word(SpaceFile file, int slot) {
        try (Arena arena = Arena.ofConfined()) {
            return file.map(arena).get(ValueLayout.JAVA_INT, life(file, slot));
        }
    }

    @Test
    void theEndOfAThreadShowsInTheFile() throws InterruptedException {
        try (SpaceFile file = open("a.tpf")) {
            Thread thread = Thread.ofPlatform().start(() -> assertThat(tie(file, 0)).isTrue());
            thread.join();
            await(() -> word(file, 0) == RobustFutex.OWNER_DIED);
        }
    }

    @Test
    void theEndOfAThreadThatHasUntiedAWordDoesNotShow() throws Exception {
        try (SpaceFile file = open("a.tpf")) {
            int osTid;
            try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
                osTid = pool.submit(Threads::gettid).get();
                for (int i = 0; i < 3; i++) {
                    assertThat(pool.submit(() -> tie(file, 0)).get()).isTrue();
                    assertThat(word(file, 0)).isEqualTo(osTid);
                    assertThat(pool.submit(() -> untie(file, 1)).get()).isFalse();
                    assertThat(pool.submit(() -> untie(file, 0)).get()).isTrue();
                    assertThat(word(file, 0)).isZero();
                }
                assertThat(pool.submit(() -> untie(file, 0)).get()).isFalse();
                assertThat(pool.submit(() -> tie(file, 1)).get()).isTrue();
            }
            await(() -> word(file, 1) == RobustFutex.OWNER_DIED);
            assertThat(word(file, 0)).isZero();
        }
        await(() -> LifeTies.left() == 0);
    }

    /** What the thread's list runs through stays memory that it may write to; the file is no longer concerned. */
    @Test
    void aThreadOutlivesTheMappingThatItIsTiedTo() throws Exception {
        try (SpaceFile first = open("a.tpf");
                SpaceFile second = open("b.tpf")) {
            int osTid;
            try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
                osTid = pool.submit(Threads::gettid).get();
                assertThat(pool.submit(() -> tie(first, 0)).get()).isTrue();
                int tied = word(first, 0);
                first.unmap();
                assertThat(word(first, 0)).isEqualTo(tied);
                assertThat(pool.submit(() -> tie(first, 1)).get()).isFalse();
                assertThat(pool.submit(() -> tie(second, 0)).get()).isTrue();
                second.unmap();
                // Somebody else may have the slots now, and the thread must not write there any more.
            }
            await(() -> Files.notExists(Path.of("/proc/self/task/" + osTid)));
            assertThat(word(first, 0) & RobustFutex.OWNER_DIED).isZero();
            assertThat(word(second, 0) & RobustFutex.OWNER_DIED).isZero();
        }
    }

    @Test
    void spacesThatComeAndGoLeaveNoMappingsBehind() throws Exception {
        try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
            openTieAndClose(pool, 50);
            assertThat(LifeTies.left()).isOne();
        }
    }

    private void openTieAndClose(ExecutorService pool, int times) throws InterruptedException, ExecutionException {
        for (int i = 0; i < times; i++) {
            try (SpaceFile file = open("a.tpf")) {
                assertThat(tie(file, 0)).isTrue();
                assertThat(pool.submit(() -> tie(file, 1)).get()).isTrue();
            }
        }
    }

    @Test
    void threadsThatEndAfterTheMappingLeaveNothingBehind() throws Exception {
        openTieAndEnd(50);
        await(() -> LifeTies.left() == 0);
    }

    private void openTieAndEnd(int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (ExecutorService pool = Executors.newSingleThreadExecutor();
                    SpaceFile file = open("a.tpf")) {
                assertThat(pool.submit(() -> tie(file, 0)).get()).isTrue();
            }
        }
    }

    /** For what comes a little after Java's end of a thread; the class's time-out is the watchdog. */
    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }
}
