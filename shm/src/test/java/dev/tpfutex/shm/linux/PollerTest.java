package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for descriptors, wake-ups and time. */
@Timeout(60)
class PollerTest {

    @Test
    void returnsWhenTheTimeIsUp() {
        try (Poller poller = new Poller()) {
            long start = System.nanoTime();
            assertThat(poller.await(20)).isEmpty();
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000L);
        }
    }

    @Test
    void aWakeUpIsNotLostAndCountsOnce() {
        try (Poller poller = new Poller()) {
            poller.wakeUp();
            poller.wakeUp();
            assertThat(poller.await(-1)).isEmpty();
            long start = System.nanoTime();
            assertThat(poller.await(5)).isEmpty();
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(5_000_000L);
        }
    }

    @Test
    void anotherThreadWakesIt() {
        Poller poller = new Poller();
        CompletableFuture<int[]> result = CompletableFuture.supplyAsync(() -> poller.await(-1));
        poller.wakeUp();
        assertThat(result.join()).isEmpty();
        poller.close();
        poller.close();
        poller.wakeUp();
    }

    @Test
    void reportsManyDeathsAtOnce() throws Exception {
        List<Process> processes = new ArrayList<>();
        List<Integer> fds = new ArrayList<>();
        try (Poller poller = new Poller()) {
            for (int i = 0; i < 40; i++) {
                Process process = new ProcessBuilder("sleep", "1000").start();
                processes.add(process);
                int fd = Pidfd.open((int) process.pid());
                assertThat(fd).isNotNegative();
                fds.add(fd);
                poller.add(fd);
            }
            assertThat(poller.size()).isEqualTo(40);
            for (Process process : processes) {
                process.destroyForcibly().waitFor();
            }
            poller.remove(fds.get(3));
            poller.wakeUp();
            List<Integer> expected = new ArrayList<>(fds);
            expected.remove(3);
            assertThat(poller.await(-1)).containsExactlyInAnyOrder(
                    expected.stream().mapToInt(Integer::intValue).toArray());
        } finally {
            processes.forEach(Process::destroyForcibly);
            fds.forEach(Pidfd::close);
        }
    }

    @Test
    void reportsClosedDescriptors() {
        try (Poller poller = new Poller()) {
            int fd = NativeFiles.open("/dev/null", NativeFiles.O_RDONLY, 0);
            NativeFiles.close(fd);
            poller.add(fd);
            assertThat(poller.await(-1)).containsExactly(fd);
            poller.remove(fd);
            poller.remove(fd);
            assertThat(poller.size()).isZero();
        }
    }

    /** Case C08: a zombie is dead. */
    @Test
    void aZombieIsReadable() throws Exception {
        String script = "exec 3<&0; (read x <&3) & echo $!; exec sleep 1000";
        Process parent = new ProcessBuilder("sh", "-c", script).start();
        try (BufferedReader output = parent.inputReader();
                Poller poller = new Poller()) {
            int pid = Integer.parseInt(output.readLine());
            // A shell might still wait for its child; sleep never does.
            Path command = Path.of("/proc/" + parent.pid() + "/comm");
            while (!Files.readString(command).startsWith("sleep")) {
                Thread.onSpinWait();
            }
            int fd = Pidfd.open(pid);
            assertThat(fd).isNotNegative();
            poller.add(fd);
            assertThat(poller.await(0)).isEmpty();
            parent.outputWriter().append('\n').flush();
            assertThat(poller.await(-1)).containsExactly(fd);
            Pidfd.close(fd);
            assertThat(ProcFs.processStat(pid).isDead()).isTrue();
            assertThat(ProcFs.startTime(pid)).isPositive();
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    @Test
    void thereIsNoDescriptorForNobody() {
        assertThat(Pidfd.open(0)).isEqualTo(Pidfd.NO_PROCESS);
        assertThat(Pidfd.open(-5)).isEqualTo(Pidfd.NO_PROCESS);
        assertThat(Pidfd.open(Integer.MAX_VALUE)).isEqualTo(Pidfd.NO_PROCESS);
    }
}
