package dev.tpfutex.robust.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.RawSpace;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.DescriptorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** C28: what becomes of one damaged word, and whether it is reported. */
@Watched
class DamageTest {

    private static final int NOBODY = 4711 << 16 | 77;
    private static final long HANDOFF = 1L << 61;
    private static final long CLAIMED = 1L << 60;
    private static final int TID = 0x1fff_ffff;

    @RegisterExtension
    final TestSpace space = new TestSpace();

    /** Registered first, host of the coordinator, its thread "t" has the first task slot, "book" is the first lock. */
    private PeerJvm first;

    private PeerJvm second;
    private RawSpace raw;
    private SpaceLayout layout;

    @BeforeEach
    void start() {
        first = space.peer();
        first.expect("lock book", "ok");
        first.expect("unlock book", "ok");
        second = space.peer();
        Await.until("the first coordinates", () -> space.probe().coordinator() == first.pid());
        raw = space.closeLater(new RawSpace(space.path()));
        layout = raw.layout();
    }

    private long word() {
        return layout.lock(0) + LockLayout.WORD;
    }

    private long top() {
        return layout.lock(0) + LockLayout.TOP;
    }

    private static void acquireAndRelease(PeerJvm peer, String expected) {
        assertThat(peer.tell("acquire book 20000")).startsWith("held").contains(expected);
        if (expected.contains("ownerDied")) {
            peer.expect("repair book", "ok");
        }
        peer.expect("release book", "ok");
    }

    private static void assertReported(PeerJvm peer, String what) {
        Await.until(peer + " reports " + what, () -> peer.outputWith(what).stream()
                .anyMatch(line -> line.contains("orders.tpf is damaged at ")));
    }

    private void assertReportedByAny(String place) {
        Await.until(place + " is reported", () -> Stream.of(first, second).anyMatch(
                peer -> !peer.outputWith("is damaged at " + place).isEmpty()));
    }

    /** A lock that has two waiters, one of them in the queue; the answers of the two. */
    private List<Answer> queueUp(PeerJvm owner, PeerJvm waiter) {
        owner.expect("lock book", "ok");
        Answer top = waiter.begin("w0", "acquire book");
        Await.until("one sleeps", () -> space.probe().sleepers("book") == 1);
        Answer queued = waiter.begin("w1", "acquire book");
        Await.until("two sleep", () -> space.probe().sleepers("book") == 2 && space.probe().queued("book") == 1);
        return List.of(top, queued);
    }

    private static void serve(PeerJvm owner, PeerJvm waiter, List<Answer> waiting) {
        owner.expect("unlock book", "ok");
        for (int i = 0; i < waiting.size(); i++) {
            waiting.get(i).is("held");
            waiter.begin("w" + i, "release book").is("ok");
        }
    }

    @Test
    @DisplayName("A futex word that names nobody: the lock is freed, the word reported; was nobody inside, nobody is told")
    void anOwnerThatIsNobody() {
        raw.putInt(word(), NOBODY);
        acquireAndRelease(second, "");
        assertReported(second, "WORD of lock record 0 (byte " + word() + "), lock \"book\": the owner");
        first.expect("tryLock book", "true");
    }

    @Test
    @DisplayName("A futex word from which the owner was wiped: the owner is told at its unlock, others go on")
    void anOwnerThatIsWipedOut() {
        first.expect("lock book", "ok");
        raw.putLong(word(), 0);
        first.expect("unlock book", "IllegalMonitorStateException");
        assertReported(first, "the owner has been taken out of it");
        acquireAndRelease(second, "");
        acquireAndRelease(first, "");
    }

    @Test
    @DisplayName("A top word that names nobody: it is emptied, those in the queue get their turn")
    void aTopWaiterThatIsNobody() {
        first.expect("lock book", "ok");
        raw.putLong(top(), NOBODY | HANDOFF);
        Answer waiting = second.begin("t", "acquire book");
        assertReportedByAny("TOP of lock record 0");
        first.expect("unlock book", "ok");
        waiting.is("held");
    }

    @Test
    @DisplayName("A lock that was handed to a thread which had not waited: that thread frees it, and gets it")
    void aHandOffToOneWhoDidNotWait() {
        first.expect("lock book", "ok");
        int owner = raw.getInt(word());
        first.expect("unlock book", "ok");
        raw.putLong(top(), owner | HANDOFF | CLAIMED);
        raw.putInt(word(), owner);
        assertThat(second.tell("acquire book 100")).startsWith("LockTimeoutException");
        acquireAndRelease(first, "");
        acquireAndRelease(second, "");
        raw.putLong(top(), owner | HANDOFF | CLAIMED);
        raw.putInt(word(), owner);
        first.expect("tryLock book", "true");
        first.expect("unlock book", "ok");
    }

    @Test
    @DisplayName("A lock that is handed to a thread in the queue: it frees it, and all get their turn")
    void aHandOffToOneInTheQueue() {
        List<Answer> waiting = queueUp(first, second);
        raw.putLong(top(), raw.getLong(top()) & ~TID | space.probe().queuedTid("book") | HANDOFF);
        // Whose turn comes first is open: each is to give the lock back as soon as it has it.
        List<Answer> giving = List.of(second.begin("w0", "release book"), second.begin("w1", "release book"));
        first.expect("unlock book", "ok");
        waiting.forEach(answer -> answer.is("held"));
        giving.forEach(answer -> answer.is("ok"));
        assertReported(second, "TOP of lock record 0 (byte " + top() + "), lock \"book\": names a task that is queued");
    }

    @Test
    @DisplayName("A word that names a thread in the queue: it frees the lock, and all get their turn")
    void anOwnerInTheQueue() {
        List<Answer> waiting = queueUp(first, second);
        raw.putInt(word(), raw.getInt(word()) & ~TID | space.probe().queuedTid("book"));
        // Whoever comes first is told of the owner that was written out of the word, and repairs; the other cannot.
        List<Answer> giving = new ArrayList<>();
        for (String thread : List.of("w0", "w1")) {
            second.begin(thread, "repair book");
            giving.add(second.begin(thread, "release book"));
        }
        List<String> held = waiting.stream().map(Answer::text).toList();
        assertThat(held).allMatch(answer -> answer.startsWith("held"));
        assertThat(held).filteredOn(answer -> answer.contains("ownerDied")).hasSize(1);
        giving.forEach(answer -> answer.is("ok"));
        assertReported(second,
                "WORD of lock record 0 (byte " + word() + "), lock \"book\": names a task that is queued");
        first.expect("unlock book", "IllegalMonitorStateException");
    }

    @Test
    @DisplayName("A hand-off that nobody has claimed: a timeout still ends the wait")
    void aClaimThatNobodyMade() {
        first.expect("lock book", "ok");
        Answer waiting = second.begin("t", "acquire book 3000");
        Await.until("it asks for a hand-off", () -> space.probe().asksForHandOff("book"));
        raw.putInt(word(), 0);
        raw.putLong(top(), raw.getLong(top()) | CLAIMED);
        assertThat(waiting.text()).matches("held.*|LockTimeoutException.*");
    }

    @Test
    @DisplayName("A bell that says awake while the coordinator sleeps: its own process's waiters are served all the same")
    void aBellThatIsCleared() {
        Await.until("the coordinator sleeps", () -> (raw.getInt(bell()) & 1) != 0);
        second.expect("lock book", "ok");
        raw.putInt(bell(), raw.getInt(bell()) & ~1);
        Answer top = first.begin("w0", "acquire book");
        Await.until("one sleeps", () -> space.probe().sleepers("book") == 1);
        Answer queued = first.begin("w1", "acquire book");
        Await.until("one is queued", () -> space.probe().queued("book") == 1);
        serve(second, first, List.of(top, queued));
    }

    @Test
    @DisplayName("A bell that says awake while the coordinator sleeps, and nobody waits for long: the first wait in vain wakes it")
    void aBellThatIsClearedAndShortWaits() {
        Await.until("the coordinator sleeps", () -> (raw.getInt(bell()) & 1) != 0);
        second.expect("lock book", "ok");
        Answer top = second.begin("w0", "acquire book");
        Await.until("one sleeps", () -> space.probe().sleepers("book") == 1);
        raw.putInt(bell(), raw.getInt(bell()) & ~1);
        long beat = raw.getLong(layout.coordinator() + CoordinatorLayout.BEAT);
        assertThat(second.begin("w1", "acquire book 50").text()).startsWith("LockTimeoutException");
        Await.until("it beats", () -> raw.getLong(layout.coordinator() + CoordinatorLayout.BEAT) != beat);
        serve(second, second, List.of(top));
    }

    private long bell() {
        return layout.coordinator() + CoordinatorLayout.DOORBELL;
    }

    @Test
    @DisplayName("A bell of another epoch: it is reported and put right, the coordinator rests")
    void aBellOfAnotherEpoch() {
        raw.putInt(bell(), 0x7fff_fffe);
        serve(first, second, queueUp(first, second));
        // By its coordinator, or by the successor that those who wait have called.
        assertReportedByAny("DOORBELL of coordinator block");
        assertIdle();
    }

    @Test
    @DisplayName("A serving word that names the last epoch there can be: elections go on")
    void aServingWordOfTheLastEpoch() {
        raw.putLong(layout.coordinator() + CoordinatorLayout.SERVING, -1);
        serve(first, second, queueUp(first, second));
        Await.until("somebody coordinates", () -> space.probe().coordinator() != 0);
        assertIdle();
    }

    private void assertIdle() {
        Await.until("nobody spins", () -> {
            Duration before = serviceTime();
            long start = System.nanoTime();
            Await.until("half a second has passed", () -> System.nanoTime() - start > 500_000_000);
            return serviceTime().minus(before).toMillis() < 100;
        });
    }

    private Duration serviceTime() {
        return ProcessView.of(first.pid()).cpuTime(name -> name.startsWith("tpfutex-"))
                .plus(ProcessView.of(second.pid()).cpuTime(name -> name.startsWith("tpfutex-")));
    }

    @Test
    @DisplayName("A queued task's words: they are put right by the task, and it gets its turn")
    void theWordsOfAQueuedTask() {
        List<Answer> waiting = queueUp(first, second);
        long slot = layout.task(queuedSlot());
        raw.putLong(slot + TaskLayout.ENQUEUED, Long.MAX_VALUE);
        raw.putInt(slot + TaskLayout.WAIT_LOCK, layout.maxLocks());
        assertReportedByAny("WAIT_LOCK of task slot");
        raw.putLong(slot + TaskLayout.WAIT, 0);
        assertReported(second, "of a queued task");
        serve(first, second, waiting);
    }

    private int queuedSlot() {
        for (int slot = 0; slot < layout.maxTasks(); slot++) {
            if ((int) raw.getLong(layout.task(slot) + TaskLayout.WAIT) == 1) {
                return slot;
            }
        }
        throw new AssertionError("nobody is queued");
    }

    @Test
    @DisplayName("A kind that is no kind: the owner can still unlock, everybody is refused afterwards")
    void aKindThatIsNone() {
        List<Answer> waiting = queueUp(first, second);
        raw.putInt(layout.lock(0) + LockLayout.KIND, 99);
        serve(first, second, waiting);
        assertReported(first, "KIND of lock record 0");
        first.expect("tryLock book", "true");
        PeerJvm newcomer = space.peer();
        newcomer.expect("tryLock book", "WrongKindException");
    }

    @Test
    @DisplayName("A lock that says not recoverable without a mark: it is, and its next owner by the slow path says so")
    void notRecoverableWithoutAMark() {
        raw.putInt(layout.lock(0) + LockLayout.CONSISTENCY, LockLayout.NOT_RECOVERABLE);
        first.expect("consistency book", "CONSISTENT");
        first.expect("reset book", "ok");
        serve(first, second, queueUp(first, second));
        assertReported(second, "CONSISTENCY of lock record 0");
        assertThat(raw.getInt(layout.lock(0) + LockLayout.CONSISTENCY)).isEqualTo(LockLayout.RECOVERABLE);
    }

    @Test
    @DisplayName("A lock that the name index has lost is found again: no second lock of the name")
    void anEntryThatIsLost() {
        first.expect("lock book", "ok");
        for (int i = 0; i < layout.nameEntries(); i++) {
            raw.putLong(layout.names() + (long) i * Long.BYTES, 0);
        }
        second.expect("tryLock book", "false");
        assertReported(second, "the name index has lost it");
    }

    @Test
    @DisplayName("A lock whose descriptor says free is not taken for another name")
    void aDescriptorThatSaysFree() {
        first.expect("lock book", "ok");
        raw.putInt(layout.descriptor(0) + DescriptorLayout.STATE, DescriptorLayout.FREE);
        second.expect("tryLock other", "true");
        second.expect("tryLock book", "false");
        assertReported(second, "STATE of lock descriptor 0");
    }

    @Test
    @DisplayName("A name that is damaged is refused, not made anew")
    void aNameThatIsDamaged() {
        first.expect("lock book", "ok");
        raw.putInt(layout.descriptor(0) + DescriptorLayout.NAME, 0);
        second.expect("tryLock book", "SpaceDamagedException");
        assertReported(second, "NAME of lock descriptor 0");
        second.expect("tryLock other", "true");
        first.expect("unlock book", "ok");
    }

    @Test
    @DisplayName("The record of a living process: it is put right by the process, and its lock stays its own")
    void theRecordOfALivingProcess() {
        first.expect("lock book", "ok");
        for (long at = 0; at < 64; at += Long.BYTES) {
            raw.putLong(layout.process(0) + at, 0);
        }
        PeerJvm third = space.peer();
        assertReported(first, "of a living process");
        assertReported(first, "PID of process record 0");
        assertThat(raw.getInt(layout.process(0) + ProcessLayout.PID)).isEqualTo((int) first.pid());
        second.expect("tryLock book", "false");
        third.expect("acquire book 300", "LockTimeoutException");
        first.expect("unlock book", "ok");
    }

    @Test
    @DisplayName("The record of a dead process, freed before it was cleaned up after: its locks are taken back")
    void theRecordOfADeadProcess() {
        second.expect("acquire book", "held");
        first.stop();
        second.kill();
        raw.putInt(layout.process(1) + ProcessLayout.CONTROL, 0);
        PeerJvm third = space.peer();
        acquireAndRelease(third, "ownerDied");
        first.cont();
    }

    @Test
    @DisplayName("A task slot of a living owner says free: nobody else gets it, its process puts it right, the lock stays")
    void theSlotOfALivingOwner() {
        first.expect("lock book", "ok");
        raw.putLong(layout.task(0) + TaskLayout.CONTROL, 0);
        second.expect("acquire book 600", "LockTimeoutException");
        assertReported(first, "CONTROL of task slot 0");
        assertThat(raw.getLong(layout.task(0) + TaskLayout.CONTROL)).isNotZero();
        first.expect("unlock book", "ok");
        acquireAndRelease(second, "");
    }

    @Test
    @DisplayName("A mark that hides task slots: the locks of their dead threads are taken back all the same")
    void aMarkThatHidesSlots() {
        second.expect("acquire book", "held");
        raw.putInt(layout.coordinator() + CoordinatorLayout.TASK_HIGH, 0);
        second.kill();
        acquireAndRelease(first, "ownerDied");
        Await.until("the dead is buried", () -> space.probe().processes() == 1);
    }

    @Test
    @DisplayName("Addresses of the C library in a slot: they are not followed, the JVM lives and opens the next space")
    void addressesOfTheCLibrary() {
        for (long at = TaskLayout.LIFE; at < TaskLayout.LIFE + TaskLayout.LIFE_SIZE; at += Long.BYTES) {
            raw.putLong(layout.task(0) + at, 0x1234_5678_9abc_def0L);
        }
        assertThat(first.control("close")).isEqualTo("ok");
        assertThat(first.control("open " + space.sibling("other.tpf"))).isEqualTo("ok");
        first.expect("lock book", "ok");
        first.expect("unlock book", "ok");
        first.endThread("t");
        first.begin("u", "lock book").is("ok");
    }
}
