package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.ProcessView;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Case C25, hazard 8: waiters of an owner that sleeps or is stopped sleep too, and know whom they wait for. */
@Watched
class SleepingWaitersTest {

    private static final Duration SPAN = Duration.ofMillis(2500);

    /** Two per cent of one core, for all of them together; twice that for who runs code that is still interpreted. */
    private static final Duration ALLOWED = SPAN.dividedBy(50);

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private final List<PeerJvm> waiters = new ArrayList<>();
    private final List<Answer> waiting = new ArrayList<>();

    private void startEightWaiters(String threads) {
        waiters.addAll(space.peers(2));
        for (int i = 0; i < 4; i++) {
            for (PeerJvm peer : waiters) {
                waiting.add(peer.begin(threads + i, "lock book"));
            }
        }
        Await.until("all sleep", () -> space.probe().sleepers("book") == 8);
    }

    /** Fails if no span is quiet: code that is still interpreted or being compiled is not what is asked about. */
    private void assertSleeping(Duration allowed) {
        Await.until("eight waiters that use at most " + allowed.toMillis() + " ms in " + SPAN.toMillis() + " ms",
                () -> isQuiet(allowed));
        assertThat(waiting).allMatch(Answer::isPending);
    }

    private boolean isQuiet(Duration allowed) {
        Duration waitersBefore = cpuTime(SleepingWaitersTest::isWaiter);
        Duration attendantsBefore = cpuTime(SleepingWaitersTest::isAttendant);
        pass(SPAN);
        Duration byWaiters = cpuTime(SleepingWaitersTest::isWaiter).minus(waitersBefore);
        Duration byAttendants = cpuTime(SleepingWaitersTest::isAttendant).minus(attendantsBefore);
        System.out.println("in " + SPAN.toMillis() + " ms: waiters " + byWaiters.toMillis() + " ms, attendants "
                + byAttendants.toMillis() + " ms");
        return byWaiters.compareTo(allowed) <= 0 && byAttendants.compareTo(ALLOWED.multipliedBy(2)) <= 0;
    }

    private static boolean isAttendant(String thread) {
        return thread.startsWith("tpfutex-attend") || thread.startsWith("tpfutex-coord");
    }

    private static boolean isWaiter(String thread) {
        return !isAttendant(thread) && !thread.startsWith("C1 ");
    }

    private Duration cpuTime(Predicate<String> threads) {
        return waiters.stream()
                .map(peer -> ProcessView.of(peer.pid()).cpuTime(threads))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private static void pass(Duration time) {
        long start = System.nanoTime();
        Await.until("time passes", () -> System.nanoTime() - start > time.toNanos());
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    @DisplayName("C25: eight waiters of an owner that keeps the lock use next to no processor time")
    void waitersUseNextToNoCpu(String threads) {
        PeerJvm holder = space.peer();
        holder.expect("lock book", "ok");
        startEightWaiters(threads);
        assertSleeping(threads.equals("virtual") ? ALLOWED.multipliedBy(2) : ALLOWED);
    }

    @Test
    @DisplayName("C25: waiters in lock() that were interrupted sleep like the others")
    void interruptedWaitersSleepToo() {
        PeerJvm holder = space.peer();
        holder.expect("lock book", "ok");
        startEightWaiters("platform");
        for (PeerJvm peer : waiters) {
            for (int i = 0; i < 4; i++) {
                peer.control("interrupt platform" + i);
            }
        }
        assertSleeping(ALLOWED);
    }

    @Test
    @DisplayName("Hazard 8, C11: the owner is stopped: it stays owner, waiters sleep, can name it and say that it is stopped")
    void aStoppedOwnerStaysOwner() {
        PeerJvm holder = space.peer();
        holder.begin("matcher", "lock book").is("ok");
        startEightWaiters("platform");
        holder.stop();
        assertSleeping(ALLOWED);
        PeerJvm late = space.peer();
        assertThat(late.tell("acquire book 50"))
                .startsWith("LockTimeoutException")
                .contains("pid " + holder.pid(), "matcher", "since ", ", stopped")
                .doesNotContain("dead");
        late.expect("consistency book", "CONSISTENT");
        holder.cont();
        assertThat(late.tell("acquire book 50")).startsWith("LockTimeoutException").doesNotContain("stopped");
        holder.begin("matcher", "unlock book").is("ok");
        Await.until("somebody else owns it", () -> waiting.stream().anyMatch(answer -> !answer.isPending()));
    }
}
