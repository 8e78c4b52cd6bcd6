package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.ContainedJvm;
import dev.tpfutex.robust.peer.DaemonJvm;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.SpaceProbe;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.HeaderLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import dev.tpfutex.shm.linux.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Files whose users are not those whom the records name: left from an earlier boot, copied, or reached by two paths. */
@Watched
class LeftoverFileTest {

    private static final long ANOTHER_BOOT = 0x0123_4567_89ab_cdefL;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    /** A file in which a dead process holds "book" with a top waiter and a queued one, and nobody has cleaned up. */
    private void leaveBehind() {
        PeerJvm last = space.peer();
        last.expect("acquire book", "held");
        last.begin("w1", "lock book");
        last.begin("w2", "lock book");
        Await.until("two sleep", () -> space.probe().sleepers("book") == 2);
        last.kill();
        assertThat(space.probe().owner("book")).isEqualTo((int) last.pid());
        assertThat(space.probe().topWaiter("book")).isEqualTo((int) last.pid());
    }

    private void assertRecovers(Path path) {
        PeerJvm reader = space.unopenedPeer();
        reader.begin("main", "open " + path).is("ok");
        assertThat(reader.tell("acquire book 15000")).startsWith("held").contains("ownerDied");
        reader.expect("repair book", "ok");
        reader.expect("release book", "ok");
        assertThat(reader.tell("acquire book 15000")).startsWith("held").doesNotContain("ownerDied");
    }

    @Test
    @DisplayName("C03: a file from an earlier boot: nobody of then is believed to live, though pid and start time fit")
    void anEarlierBoot() {
        leaveBehind();
        try (RawSpace raw = new RawSpace(space.path())) {
            raw.putLong(HeaderLayout.BOOT_ID, ANOTHER_BOOT);
            makeSecondProcessLookLikeThisOne(raw, ANOTHER_BOOT);
        }
        assertRecovers(space.path());
    }

    @Test
    @DisplayName("Not pid, start time and boot decide, but the kernel's lock: a record that fits a living process is dead")
    void aRecordThatFitsALivingProcess() {
        leaveBehind();
        try (RawSpace raw = new RawSpace(space.path())) {
            makeSecondProcessLookLikeThisOne(raw, ProcFs.bootId().getMostSignificantBits());
        }
        assertRecovers(space.path());
    }

    /** The records' clocks of an earlier boot are ahead of ours, too. */
    private void makeSecondProcessLookLikeThisOne(RawSpace raw, long boot) {
        long record = raw.layout().process(0);
        int self = (int) ProcessHandle.current().pid();
        raw.putInt(record + ProcessLayout.PID, self);
        raw.putLong(record + ProcessLayout.START_TIME, ProcFs.startTime(self));
        raw.putLong(record + ProcessLayout.BOOT_ID, boot);
        raw.putLong(record + ProcessLayout.PID_NAMESPACE, ProcFs.pidNamespace());
        raw.putLong(raw.layout().lock(0) + LockLayout.SINCE, Long.MAX_VALUE);
        for (int slot = 0; slot < 3; slot++) {
            raw.putLong(raw.layout().task(slot) + TaskLayout.ENQUEUED, Long.MAX_VALUE - slot);
        }
    }

    @Test
    @DisplayName("C07: a living owner whose record fits no process at all stays the owner")
    void aRecordThatFitsNobody() {
        PeerJvm holder = space.peer();
        PeerJvm other = space.peer();
        holder.expect("acquire book", "held");
        try (RawSpace raw = new RawSpace(space.path())) {
            raw.putInt(raw.layout().process(0) + ProcessLayout.PID, Integer.MAX_VALUE);
            raw.putLong(raw.layout().process(0) + ProcessLayout.START_TIME, 1);
            raw.putLong(raw.layout().process(0) + ProcessLayout.BOOT_ID, ANOTHER_BOOT);
        }
        other.expect("acquire book 1500", "LockTimeoutException");
        assertThat(other.tell("holder book")).contains("alive=true");
        holder.expect("release book", "ok");
        assertThat(other.tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }

    @Test
    @DisplayName("C03: copied by cp while locked: in the copy its holders are dead, in the original nothing changes")
    void aCopyMadeWhileLocked() throws Exception {
        PeerJvm holder = space.peer();
        holder.expect("acquire book", "held");
        Path copy = space.sibling("copy.tpf");
        assertThat(new ProcessBuilder("cp", space.path().toString(), copy.toString()).start().waitFor()).isZero();
        assertRecovers(copy);
        PeerJvm other = space.peer();
        other.expect("tryLock book", "false");
        assertThat(holder.tell("release book")).isEqualTo("ok");
        assertThat(other.tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }

    @Test
    @DisplayName("A daemon takes a copy for a space of its own, although it has the original's identity in it")
    void aDaemonServesACopyToo() throws IOException {
        Path socket = space.sibling("tpfutexd.sock");
        Path copy = space.sibling("copy.tpf");
        DaemonJvm daemon = space.closeLater(DaemonJvm.start(socket));
        PeerJvm first = space.unopenedPeer();
        first.begin("main", "open " + space.path() + " daemon=" + socket).is("ok");
        first.expect("lock book", "ok");
        Await.until("the original is served", () -> space.probe().coordinator() == daemon.pid());
        Files.copy(space.path(), copy);
        PeerJvm second = space.unopenedPeer();
        second.begin("main", "open " + copy + " daemon=" + socket).is("ok");
        SpaceProbe probe = space.closeLater(new SpaceProbe(copy));
        Await.until("the copy is served", () -> probe.coordinator() == daemon.pid() && probe.processes() == 2);
        assertThat(second.tell("acquire book")).startsWith("held").contains("ownerDied");
        second.kill();
        Await.until("its death is noticed in the copy", () -> probe.processes() <= 1);
        first.expect("holdCount book", "1");
    }

    @Test
    @DisplayName("One file by two paths, by a bind mount in another mount namespace: one space")
    void aBindMount() throws Exception {
        Path mounted = Files.createDirectory(space.sibling("mounted"));
        String mount = "mount --bind " + space.path().getParent() + " " + mounted;
        List<String> unshare = List.of("unshare", "--mount", "--fork", "sh", "-c");
        List<String> trial = new ArrayList<>(unshare);
        trial.add(mount);
        assumeTrue(new ProcessBuilder(trial).start().waitFor() == 0,
                "this user may not mount (unshare --mount): run it as root");
        List<String> wrapper = new ArrayList<>(unshare);
        wrapper.addAll(List.of(mount + " && exec \"$@\"", "sh"));
        PeerJvm holder = space.peer();
        holder.expect("acquire book", "held");
        ContainedJvm other = space.closeLater(ContainedJvm.start(wrapper));
        other.peer().begin("main", "open " + mounted.resolve(space.path().getFileName())).is("ok");
        other.peer().expect("tryLock book", "false");
        Answer acquired = other.peer().begin("t", "acquire book");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        holder.expect("release book", "ok");
        acquired.is("held");
        other.kill();
        assertThat(holder.tell("acquire book")).contains("ownerDied");
    }
}
