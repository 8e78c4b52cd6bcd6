package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.HeaderLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What doctor finds, and its exit code. */
@Watched
class DoctorTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private Run doctor(int code) {
        return Run.expect(code, "doctor", "--interval", 0.05, space.path());
    }

    private void expect(int code, String level, String check, String... parts) {
        assertThat(doctor(code).out().lines().filter(line -> line.startsWith("  " + level)).toList())
                .anySatisfy(line -> assertThat(line).contains(" " + check + ": ").contains(parts));
        JsonValue findings = Run.expect(code, "doctor", "--json", "--interval", 0.05, space.path())
                .json()
                .get("spaces")
                .get(0)
                .get("findings");
        assertThat(findings.with("check", check).get("level").text()).isEqualToIgnoringCase(level);
    }

    @Test
    void aBusySpaceIsHealthy() {
        Scene.Contended.on(space, "book");
        assertThat(doctor(0).out()).contains(": 0 errors, 0 warnings");
    }

    @Test
    void theDeadAreTold() {
        long pid = Scene.killedHolder(space, "lock book");
        expect(1, "WARNING", "dead", "pid " + pid);
        expect(1, "WARNING", "holder", "pid " + pid, "\"book\"", "is dead");
    }

    @Test
    void theDeadThatTheLivingHaveNotNoticedAreAnError() {
        PeerJvm victim = space.peer();
        PeerJvm witness = space.peer();
        victim.expect("lock book", "ok");
        Scene.waitsFor(space, witness, "t", "book");
        witness.stop();
        victim.kill();
        expect(2, "ERROR", "holder", "pid " + victim.pid(), "is dead");
        witness.cont();
    }

    @Test
    void aMarkAndItsNeglectAreTold() {
        PeerJvm victim = space.peer();
        PeerJvm survivor = space.peer();
        victim.expect("lock book", "ok");
        victim.kill();
        Await.until("cleaned up", () -> space.probe().isMarked("book"));
        expect(1, "WARNING", "consistency", "\"book\"", "The next owner is told");
        survivor.expect("acquire book", "held");
        survivor.expect("release book", "ok");
        expect(2, "ERROR", "consistency", "\"book\"", "not recoverable", "tpfutexctl reset");
    }

    @Test
    void aStoppedHolderIsTold() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        owner.stop();
        expect(1, "WARNING", "holder", "pid " + owner.pid(), "is stopped", "SIGCONT");
    }

    @Test
    void deadlocksAreErrors() {
        PeerJvm one = space.peer();
        PeerJvm two = space.peer();
        one.expect("lock a", "ok");
        two.expect("lock b", "ok");
        Scene.waitsFor(space, one, "t", "b");
        Scene.waitsFor(space, two, "t", "a");
        expect(2, "ERROR", "deadlock", "pid " + one.pid(), "pid " + two.pid());
    }

    @Test
    void limitsNearlyReachedAreTold() {
        PeerJvm peer = space.unopenedPeer();
        peer.control("open " + space.path() + " locks=5 tasks=100 processes=10");
        peer.control("make lock 3");
        doctor(0);
        peer.control("make lock 4");
        expect(1, "WARNING", "limits", "4 of 5 locks");
        peer.control("make lock 5");
        expect(2, "ERROR", "limits", "5 of 5 locks");
    }

    @Test
    void permissionsAreLookedAt() throws IOException {
        space.peer().expect("lock book", "ok");
        Files.setPosixFilePermissions(space.path(), PosixFilePermissions.fromString("rw-rw-rw-"));
        expect(1, "WARNING", "permissions", "every user");
        Files.setPosixFilePermissions(space.path(), PosixFilePermissions.fromString("rw-r-----"));
        expect(0, "ADVICE", "permissions", "the group");
        Files.setPosixFilePermissions(space.path(), PosixFilePermissions.fromString("rw-rw----"));
        Files.setPosixFilePermissions(space.path().getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        expect(1, "WARNING", "folder", "every user may delete");
    }

    @Test
    void damageIsNamed() {
        PeerJvm peer = space.peer();
        peer.expect("lock book", "ok");
        try (RawSpace raw = new RawSpace(space.path())) {
            long word = raw.layout().lock(0) + LockLayout.WORD;
            long good = raw.getLong(word);
            raw.putLong(word, good & 0xffff_ffff_0000_0000L | 0x1fff_0007);
            expect(2, "ERROR", "damage", "WORD of lock record 0", "lock \"book\"", "is nobody");
            raw.putLong(word, good);
            doctor(0);
            raw.putInt(raw.layout().lock(0) + LockLayout.KIND, 77);
            expect(2, "ERROR", "damage", "KIND of lock record 0", "there is no kind 77");
            raw.putInt(raw.layout().lock(0) + LockLayout.KIND, LockLayout.KIND_MUTEX);
            long unused = raw.layout().task(raw.layout().maxTasks() - 1) + TaskLayout.CONTROL;
            raw.putLong(unused, 0xdead_beefL);
            expect(2, "ERROR", "damage", "CONTROL of task slot 4095");
        }
    }

    @Test
    void filesThatCannotBeOpenedAreErrors() throws IOException {
        space.peer().expect("lock book", "ok");
        try (RawSpace raw = new RawSpace(space.path())) {
            raw.putInt(HeaderLayout.VERSION, 99);
            expect(2, "ERROR", "file", "another layout version", "layout version 99");
            raw.putInt(HeaderLayout.VERSION, HeaderLayout.CURRENT_VERSION);
        }
        Files.copy(space.path(), space.sibling("copy.tpf"));
        try (FileChannel copy = FileChannel.open(space.sibling("copy.tpf"), StandardOpenOption.WRITE)) {
            copy.truncate(10_000);
        }
        Run.expect(2, "doctor", space.sibling("copy.tpf"));
        Run.expect(2, "doctor", space.sibling("nothing"));
    }
}
