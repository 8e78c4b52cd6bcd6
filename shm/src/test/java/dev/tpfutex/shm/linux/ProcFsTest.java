package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is read from /proc, compared with what the JDK says. */
@Timeout(60)
class ProcFsTest {

    @Test
    void knowsItself() throws Exception {
        assertThat(Threads.getpid()).isEqualTo((int) ProcessHandle.current().pid());
        assertThat(Threads.geteuid()).isEqualTo(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        assertThat(ProcFs.startTime(Threads.getpid())).isPositive();
        assertThat(ProcFs.processStat(Threads.getpid()).isDead()).isFalse();
        assertThat(ProcFs.pidNamespace()).isEqualTo(Files.getAttribute(Path.of("/proc/self/ns/pid"), "unix:ino"));
        String bootId = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        assertThat(ProcFs.bootId()).isEqualTo(UUID.fromString(bootId));
        assertThat(ProcFs.randomUuid()).isNotEqualTo(ProcFs.randomUuid());
    }

    @Test
    void parsesWhateverACommandIsCalled() {
        String rest = " 1 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4711 99 98";
        assertThat(ProcFs.parse("7 (java) S" + rest)).isEqualTo(new ProcFs.ProcessStat('S', 4711));
        assertThat(ProcFs.parse("7 (a b) R (c)) Z" + rest)).isEqualTo(new ProcFs.ProcessStat('Z', 4711));
        assertThat(ProcFs.parse("7 (java)")).isNull();
        assertThat(ProcFs.parse("7 (java) S 1 2")).isNull();
        assertThat(ProcFs.parse("")).isNull();
    }

    @Test
    void nobodyHasNoStartTime() {
        assertThat(ProcFs.startTime(0)).isEqualTo(-1);
        assertThat(ProcFs.startTime(Integer.MAX_VALUE)).isEqualTo(-1);
    }

    @Test
    void watchesAThread() throws Exception {
        CompletableFuture<Integer> tid = new CompletableFuture<>();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment word = arena.allocate(4, 4);
            // The name is what the kernel shows in parentheses.
            Thread thread = Thread.ofPlatform().name(") R (x").start(() -> {
                tid.complete(Threads.gettid());
                Futex.await(word.address(), 0, Futex.FOREVER);
            });
            ThreadState state = ThreadState.of(Threads.getpid(), tid.join());
            awaitState(state, 'S');
            assertThat(state.isRunning()).isFalse();
            while (Futex.wakeAll(word.address()) == 0) {
                Thread.onSpinWait();
            }
            thread.join();
            awaitState(state, ThreadState.GONE);
            state.close();
            state.close();
            assertThat(state.sample()).isEqualTo(ThreadState.GONE);
        }
    }

    private static void awaitState(ThreadState state, char expected) {
        while (state.sample() != expected) {
            Thread.onSpinWait();
        }
    }

    @Test
    void seesItselfRunning() {
        try (ThreadState self = ThreadState.of(Threads.getpid(), Threads.gettid())) {
            assertThat(self.sample()).isEqualTo('R');
        }
        try (ThreadState nobody = ThreadState.of(Threads.getpid(), Integer.MAX_VALUE)) {
            assertThat(nobody.sample()).isEqualTo(ThreadState.GONE);
        }
    }
}
