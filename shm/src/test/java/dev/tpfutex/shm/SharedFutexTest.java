package dev.tpfutex.shm;

import static dev.tpfutex.shm.Child.SMALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.linux.Futex;
import dev.tpfutex.shm.linux.OfdLock;
import dev.tpfutex.shm.linux.Pidfd;
import dev.tpfutex.shm.linux.Poller;
import dev.tpfutex.shm.linux.ProcFs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What has to work between processes: wakes, byte-range locks, noticing death. */
@Timeout(120)
class SharedFutexTest {

    @TempDir(factory = SharedMemoryDir.class)
    Path directory;

    private Path path() {
        return directory.resolve("orders.tpf");
    }

    @Test
    void wakesASleeperOfAnotherProcess() {
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL);
                ChildJvm child = ChildJvm.start(Child.class, "sleep", path())) {
            assertThat(child.line()).isEqualTo("sleeping");
            while (Futex.wakeAll(file.address() + Child.TEST_WORD) == 0) {
                Thread.onSpinWait();
            }
            assertThat(child.line()).isEqualTo("woken");
            assertThat(child.awaitEnd()).isZero();
        }
    }

    @Test
    void aLockVanishesWithItsProcess() {
        try (SpaceFile file = SpaceFile.openOrCreate(path(), SMALL);
                ChildJvm child = ChildJvm.start(Child.class, "hold", path(), 100)) {
            assertThat(child.line()).isEqualTo("locked true");
            assertThat(OfdLock.heldByOther(file.fd(), 100)).isTrue();
            assertThat(OfdLock.heldByOther(file.fd(), 99)).isFalse();
            assertThat(OfdLock.heldByOther(file.fd(), 101)).isFalse();
            assertThat(OfdLock.tryLock(file.fd(), 100)).isFalse();
            child.kill();
            assertThat(OfdLock.heldByOther(file.fd(), 100)).isFalse();
            assertThat(OfdLock.tryLock(file.fd(), 100)).isTrue();
        }
    }

    @Test
    void deathIsNoticedByPolling() {
        try (Poller poller = new Poller();
                ChildJvm child = ChildJvm.start(Child.class, "hold", path(), 0)) {
            assertThat(child.line()).isEqualTo("locked true");
            assertThat(ProcFs.startTime(child.pid())).isPositive();
            int fd = Pidfd.open(child.pid());
            poller.add(fd);
            assertThat(poller.await(0)).isEmpty();
            child.kill();
            assertThat(poller.await(-1)).containsExactly(fd);
            poller.remove(fd);
            Pidfd.close(fd);
            assertThat(Pidfd.open(child.pid())).isEqualTo(Pidfd.NO_PROCESS);
            assertThat(ProcFs.startTime(child.pid())).isEqualTo(-1);
        }
    }
}
