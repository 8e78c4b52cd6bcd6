package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tpfutex.api.LimitExceededException;
import dev.tpfutex.api.LimitExceededException.Limit;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Full tables, and what many locks and many opens cost. */
@Watched
class LimitsTest {

    /** Twice as many opens of the one space, in pairs; all ten thousand with {@code -Dtpfutex.opens=10000}. */
    private static final int OPENS = Integer.getInteger("tpfutex.opens", 1000);

    private static final SpaceOptions OPTIONS = SpaceOptions.defaults().withoutDaemon();

    @RegisterExtension
    final TestSpace space = new TestSpace();

    @Test
    @DisplayName("One name too many: the error says which limit and how to raise it, and the space goes on")
    void tooManyLocks() {
        try (LockSpace open = LockSpace.open(space.path(), OPTIONS.locks(4))) {
            for (int i = 0; i < 4; i++) {
                open.mutex("book" + i);
            }
            LimitExceededException full =
                    catchThrowableOfType(LimitExceededException.class, () -> open.mutex("book4"));
            assertThat(full.limit()).isEqualTo(Limit.LOCKS);
            assertThat(full).hasMessageContainingAll(space.path().toString(), "4 locks", "SpaceOptions.locks(");
            SharedMutex known = open.mutex("book3");
            assertThat(known.tryLock()).isTrue();
            known.unlock();
            PeerJvm peer = space.peer();
            peer.expect("lock book4", "LimitExceededException");
            peer.expect("lock book0", "ok");
        }
    }

    @Test
    @DisplayName("One thread too many: it is told, the others go on, and there is room again when one has ended")
    void tooManyTasks() {
        PeerJvm peer = space.unopenedPeer();
        peer.control("open " + space.path() + " tasks=3");
        for (int i = 0; i < 3; i++) {
            peer.begin("t" + i, "lock book" + i).is("ok");
        }
        assertThat(peer.tell("lock book")).startsWith("LimitExceededException").contains("SpaceOptions.tasks(");
        assertThat(peer.tell("virtual", "lock book")).startsWith("LimitExceededException");
        peer.begin("t0", "unlock book0").is("ok");
        peer.endThread("t1");
        peer.expect("lock book", "ok");
        // The one that ended held a lock.
        assertThat(peer.tell("t0", "acquire book1")).startsWith("held").contains("ownerDied");
    }

    @Test
    @DisplayName("A process that is to take no more than so many slots is told so; others have the rest")
    void tooManyTasksOfOneProcess() {
        PeerJvm frugal = space.unopenedPeer("-Dtpfutex.tasks=2");
        frugal.control("open " + space.path() + " tasks=4");
        frugal.begin("t0", "lock book0").is("ok");
        frugal.begin("t1", "lock book1").is("ok");
        assertThat(frugal.tell("lock book"))
                .startsWith("LimitExceededException")
                .contains("2 threads of this process", "-Dtpfutex.tasks=");
        PeerJvm other = space.peer();
        other.begin("t0", "lock book2").is("ok");
        other.begin("t1", "lock book3").is("ok");
        assertThat(other.tell("lock book")).contains("4 threads", "SpaceOptions.tasks(");
        frugal.endThread("t1");
        frugal.expect("lock book", "ok");
    }

    @Test
    @DisplayName("One process too many: it is told, and there is room again when one has closed or died")
    void tooManyProcesses() {
        PeerJvm first = space.unopenedPeer();
        PeerJvm second = space.unopenedPeer();
        PeerJvm third = space.unopenedPeer();
        String open = "open " + space.path() + " processes=2";
        first.begin("main", open).is("ok");
        second.begin("main", open).is("ok");
        assertThat(third.control(open)).startsWith("LimitExceededException").contains("SpaceOptions.processes(");
        second.kill();
        third.begin("main", open).is("ok");
        first.begin("main", "close").is("ok");
        PeerJvm fourth = space.peer();
        fourth.expect("lock book", "ok");
        third.expect("tryLock book", "false");
    }

    @Test
    @DisplayName("C17: ten thousand locks use one mapping, and no descriptor or thread each")
    void manyLocksShareEverything() {
        int locks = 10_000;
        ProcessView self = ProcessView.ofThisJvm();
        try (LockSpace open = LockSpace.open(space.path(), OPTIONS.locks(locks))) {
            int descriptors = self.descriptors();
            int threads = self.threads();
            for (int i = 0; i < locks; i++) {
                SharedMutex mutex = open.mutex("book" + i);
                mutex.lock();
                mutex.unlock();
            }
            assertThat(self.descriptors()).isLessThan(descriptors + 20);
            assertThat(self.threads()).isLessThan(threads + 20);
            assertThat(self.mappingsOf(space.path())).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("C17: thousands of opens and closes leak no descriptor, mapping, thread or place in the file")
    void opensAndClosesLeaveNothing() {
        ProcessView self = ProcessView.ofThisJvm();
        openLockClose();
        int descriptors = self.descriptors();
        for (int i = 0; i < OPENS; i++) {
            openLockClose();
        }
        assertThat(self.mappingsOf(space.path())).isZero();
        assertThat(self.descriptors()).isLessThan(descriptors + 20);
        Await.until("all threads of the spaces have ended", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("tpfutex-")));
        assertThat(space.probe().processes()).isZero();
        assertThat(space.probe().tasks()).isZero();
    }

    private void openLockClose() {
        try (LockSpace first = LockSpace.open(space.path(), OPTIONS);
                LockSpace second = LockSpace.open(space.path(), OPTIONS)) {
            SharedMutex mutex = first.mutex("book");
            mutex.lock();
            second.mutex("book").unlock();
        }
    }
}
