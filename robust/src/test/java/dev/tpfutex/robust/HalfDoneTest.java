package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hazard 10 and case C03: what was being done when a process died, or the file was copied, is ended or undone. */
@Watched
class HalfDoneTest {

    private static final int LOCKS = 2000;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final Random random = new Random();

    private PeerJvm open() {
        PeerJvm peer = space.unopenedPeer();
        peer.begin("main", "open " + space.path() + " locks=" + LOCKS + " processes=4").is("ok");
        return peer;
    }

    @Test
    @DisplayName("Hazard 10: killed while they insert names: no record is lost, no name is there twice")
    void killedWhileInserting() {
        PeerJvm survivor = open();
        for (int round = 0; round < 5; round++) {
            List<PeerJvm> victims = List.of(open(), open());
            // Each adds some; all try the same names in the same order, so that they race for most of them.
            victims.forEach(victim -> victim.begin("main", "make book " + LOCKS));
            LockSupport.parkNanos(random.nextInt(40_000_000));
            victims.forEach(PeerJvm::kill);
        }
        survivor.begin("main", "make book " + LOCKS).is("ok");
        assertThat(survivor.control("make one-too-many 1")).startsWith("LimitExceededException");
        survivor.expect("lock book1234", "ok");
        open().expect("tryLock book1234", "false");
    }

    @Test
    @DisplayName("Hazard 10: killed while they register: no place of the process table is lost")
    void killedWhileRegistering() {
        PeerJvm survivor = open();
        for (int round = 0; round < 6; round++) {
            List<PeerJvm> victims = List.of(space.unopenedPeer(), space.unopenedPeer());
            victims.forEach(victim -> victim.begin("main", "threads none").is("0"));
            victims.forEach(victim -> victim.begin("main", "open " + space.path()));
            LockSupport.parkNanos(random.nextInt(150_000_000));
            victims.forEach(PeerJvm::kill);
        }
        List<PeerJvm> full = List.of(open(), open(), open());
        full.getFirst().expect("lock book", "ok");
        survivor.expect("tryLock book", "false");
        Await.until("four are registered", () -> space.probe().processes() == 4);
    }

    @Test
    @DisplayName("C03: a copy of the file, made while locks were held and waited for: its holders count as dead")
    void aCopyRecovers() throws IOException {
        PeerJvm holder = space.peer();
        holder.expect("lock book", "ok");
        List<Answer> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(holder.begin("w" + i, "lock book"));
        }
        Await.until("three sleep", () -> space.probe().sleepers("book") == 3);
        Files.copy(space.path(), space.sibling("copy.tpf"));
        PeerJvm reader = space.unopenedPeer();
        reader.begin("main", "open " + space.sibling("copy.tpf")).is("ok");
        assertThat(reader.tell("acquire book 15000")).startsWith("held").contains("ownerDied");
        reader.expect("repair book", "ok");
        reader.expect("release book", "ok");
        assertThat(reader.tell("acquire book 15000")).startsWith("held").doesNotContain("ownerDied");
        // The original is not concerned.
        assertThat(waiting).allMatch(Answer::isPending);
        holder.expect("holdCount book", "1");
    }
}
