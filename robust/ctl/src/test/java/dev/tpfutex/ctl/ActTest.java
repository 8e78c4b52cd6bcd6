package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.LockLayout;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** reset, wait and release. */
@Watched
class ActTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final InputStream realInput = System.in;

    @AfterEach
    void restoreInput() {
        System.setIn(realInput);
    }

    private static void answer(String line) {
        System.setIn(new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    private PeerJvm afterNeglect(String lock) {
        PeerJvm victim = space.peer();
        PeerJvm survivor = space.peer();
        victim.expect("lock " + lock, "ok");
        victim.kill();
        survivor.expect("acquire " + lock, "held");
        survivor.expect("release " + lock, "ok");
        survivor.expect("lock " + lock, "NotRecoverableException");
        return survivor;
    }

    // ---- reset ---------------------------------------------------------------------------------

    @Test
    void resetMakesALockUsableAfterItsHolderWasKilled() {
        PeerJvm survivor = afterNeglect("book");
        answer("no");
        Run refused = Run.expect(1, "reset", space.path(), "book");
        assertThat(refused.err()).contains("Has what it protects been restored?");
        survivor.expect("lock book", "NotRecoverableException");
        assertThat(Run.expect(0, "reset", "--yes", space.path(), "book").out()).contains("reset to CONSISTENT");
        survivor.expect("lock book", "ok");
        survivor.expect("unlock book", "ok");
        Run again = Run.expect(0, "reset", "--json", space.path(), "book");
        assertThat(again.json().get("reset").value()).isEqualTo(false);
    }

    @Test
    void resetWithoutAnybodyToAskNamesTheOption() {
        afterNeglect("book");
        System.setIn(InputStream.nullInputStream());
        Run refused = Run.expect(1, "reset", space.path(), "book");
        assertThat(refused.err()).contains("Has what it protects been restored?", "with --yes I do not ask");
        assertThat(refused.out()).contains("nothing was changed");
        answer("no");
        assertThat(Run.expect(1, "reset", space.path(), "book").err()).doesNotContain("--yes");
    }

    @Test
    void resetIsNotForALockWhoseNextOwnerRepairs() {
        // Nobody has cleaned up yet: the lock still looks owned.
        Scene.killedHolder(space, "lock book");
        Run refused = Run.expect(65, "reset", "--yes", space.path(), "book");
        assertThat(refused.out()).contains("book: OWNER_DIED; nothing was changed", "the next one will be told",
                "tpfutexctl exec --ignore-owner-died " + space.path() + " book -- true");
        PeerJvm owner = space.peer();
        assertThat(owner.tell("acquire book")).contains("ownerDied");
        assertThat(Run.expect(65, "reset", "--yes", space.path(), "book").out())
                .contains("the present one, pid " + owner.pid() + " \"t\"").doesNotContain("exec");
        Run json = Run.expect(65, "reset", "--yes", "--json", space.path(), "book");
        assertThat(json.json().get("before").value()).isEqualTo("OWNER_DIED");
        assertThat(json.json().get("reset").value()).isEqualTo(false);
    }

    @Test
    void whatResetAdvisesAgainstAMarkTakesItAway() {
        Scene.killedHolder(space, "lock book");
        Run.expect(65, "reset", "--yes", space.path(), "book");
        Run.expect(0, "exec", "--ignore-owner-died", space.path(), "book", "--", "true");
        assertThat(Run.expect(0, "reset", "--yes", space.path(), "book").out())
                .contains("book: CONSISTENT; nothing was changed");
    }

    @Test
    void resetMakesNoLock() {
        space.peer().expect("lock book", "ok");
        Run.expect(66, "reset", "--yes", space.path(), "box");
        Run.expect(66, "show", space.path(), "box");
        Run.expect(66, "reset", "--yes", space.sibling("other.tpf"), "book");
        assertThat(space.sibling("other.tpf")).doesNotExist();
    }

    // ---- wait ----------------------------------------------------------------------------------

    @Test
    void waitEndsWhenTheLockIsFree() throws InterruptedException {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        Run late = Run.expect(1, "wait", "-w", 0.05, space.path(), "book");
        assertThat(late.out()).contains("is not free after", "pid " + owner.pid());
        Run.expect(1, "wait", "-w", 0, space.path(), "book");
        Run[] done = new Run[1];
        Thread waiter = Thread.ofPlatform().start(() -> done[0] = Run.of("wait", "--json", space.path(), "book"));
        Await.until("it waits", () -> space.probe().sleepers("book") == 1);
        owner.expect("unlock book", "ok");
        waiter.join();
        assertThat(done[0].code()).isZero();
        assertThat(done[0].json().get("free").value()).isEqualTo(true);
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    void waitLeavesTheNewsOfADeathToTheNextOwner() {
        PeerJvm survivor = space.peer();
        PeerJvm victim = space.peer();
        victim.expect("lock book", "ok");
        victim.kill();
        assertThat(Run.expect(0, "wait", "-w", 10, space.path(), "book").out()).contains("its last owner died");
        assertThat(survivor.tell("acquire book")).contains("ownerDied");
    }

    @Test
    void waitNeedsAUsableLock() {
        afterNeglect("book");
        assertThat(Run.expect(65, "wait", space.path(), "book").err())
                .contains("not recoverable", "then type: tpfutexctl reset " + space.path() + " book")
                .doesNotContain("()");
        assertThat(Run.expect(65, "exec", space.path(), "book", "true").err())
                .contains("then type: tpfutexctl reset " + space.path() + " book");
        assertThat(Run.expect(2, "doctor", "--interval", 0.01, space.path()).out())
                .contains("then type \"tpfutexctl reset " + space.path() + " book\"");
        Run.expect(66, "wait", space.path(), "box");
    }

    @Test
    void waitKnowsReaders() {
        PeerJvm reader = space.peer();
        reader.expect("rw.read prices", "ok");
        Run.expect(1, "wait", "-w", 0.05, space.path(), "prices");
        reader.expect("rw.unread prices", "ok");
        Run.expect(0, "wait", "-w", 10, space.path(), "prices");
    }

    // ---- release -------------------------------------------------------------------------------

    @Test
    void releaseFreesTheLockOfAKilledHolder() {
        long pid = Scene.killedHolder(space, "lock book");
        Run dry = Run.expect(1, "release", space.path(), "book");
        assertThat(dry.out()).contains("pid " + pid + " \"t\" (dead", "nothing was changed: use --force");
        assertThat(space.probe().owner("book")).isEqualTo((int) pid);
        Run done = Run.expect(0, "release", "--force", "--yes", space.path(), "book");
        assertThat(done.out()).contains("was held by pid " + pid, "released; now owner died");
        assertThat(space.peer().tell("acquire book")).startsWith("held").contains("ownerDied");
    }

    @Test
    void releaseAsksFirst() {
        long pid = Scene.killedHolder(space, "lock book");
        answer("n");
        Run refused = Run.expect(1, "release", "--force", space.path(), "book");
        assertThat(refused.err()).contains("held by pid " + pid, "Free it?");
        assertThat(refused.out()).contains("not confirmed");
        assertThat(space.probe().owner("book")).isEqualTo((int) pid);
        System.setIn(InputStream.nullInputStream());
        assertThat(Run.expect(1, "release", "--force", space.path(), "book").err()).contains("with --yes I do not ask");
        answer("y");
        Run.expect(0, "release", "--force", space.path(), "book");
        assertThat(space.probe().isMarked("book")).isTrue();
    }

    @Test
    void aLockIsNotTakenFromTheLiving() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        owner.stop();
        Run refused = Run.expect(1, "release", "--force", "--yes", space.path(), "book");
        assertThat(refused.out()).contains("pid " + owner.pid() + " \"t\" is stopped", "never taken from the living");
        owner.cont();
        owner.expect("unlock book", "ok");
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    void withKillTheLivingHolderEndsAndTheNextOwnerIsTold() {
        PeerJvm owner = space.peer();
        PeerJvm waiter = space.peer();
        owner.expect("lock book", "ok");
        owner.stop();
        Answer acquired = Scene.waitsFor(space, waiter, "t", "acquire", "book");
        Run done = Run.expect(0, "release", "--force", "--kill", "--yes", "--json", space.path(), "book");
        assertThat(done.json().get("released").value()).isEqualTo(true);
        assertThat(done.json().get("before").get("holders").get(0).get("pid").number()).isEqualTo(owner.pid());
        assertThat(acquired.text()).startsWith("held").contains("ownerDied");
        owner.awaitEnd();
    }

    @Test
    void killAloneDoesNothing() {
        PeerJvm owner = space.peer();
        owner.expect("lock book", "ok");
        Run.expect(1, "release", "--kill", "--yes", space.path(), "book");
        owner.expect("unlock book", "ok");
    }

    @Test
    void releaseTakesBackTheShareOfADeadReader() {
        Scene.killedHolder(space, "rw.read prices");
        Run.expect(0, "release", "--force", "--yes", space.path(), "prices");
        assertThat(Run.expect(0, "show", space.path(), "prices").out()).contains("holders: none");
        space.peer().expect("rw.take prices 10000", "taken");
    }

    @Test
    void livingReadersStay() {
        PeerJvm living = space.peer();
        PeerJvm dead = space.peer();
        living.expect("rw.read prices", "ok");
        dead.expect("rw.read prices", "ok");
        living.stop();
        dead.kill();
        Run run = Run.expect(1, "release", "--force", "--yes", space.path(), "prices");
        assertThat(run.out()).contains("pid " + dead.pid() + " \"t\" (dead, reads)",
                "still held by pid " + living.pid());
        JsonValue prices = Run.expect(0, "show", "--json", space.path(), "prices").json();
        assertThat(prices.get("holders").list()).hasSize(1);
        living.cont();
        living.expect("rw.unread prices", "ok");
    }

    @Test
    void releaseFreesALockThatNobodyCanUnlock() {
        PeerJvm peer = space.peer();
        peer.expect("tryLock book", "true");
        peer.expect("unlock book", "ok");
        try (RawSpace raw = new RawSpace(space.path())) {
            long word = raw.layout().lock(0) + LockLayout.WORD;
            raw.putLong(word, raw.getLong(word) | 0x1fff_0007);
        }
        Run.expect(0, "release", "--force", "--yes", space.path(), "book");
        peer.expect("tryLock book", "true");
    }

    @Test
    void aFreeLockStaysAsItIs() {
        PeerJvm peer = space.peer();
        peer.expect("tryLock book", "true");
        peer.expect("unlock book", "ok");
        Run.expect(0, "release", "--force", space.path(), "book");
        assertThat(peer.tell("acquire book")).startsWith("held").doesNotContain("ownerDied");
    }
}
