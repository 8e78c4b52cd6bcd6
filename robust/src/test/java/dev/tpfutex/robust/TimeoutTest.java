package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.robust.peer.Answer;
import dev.tpfutex.robust.peer.Await;
import dev.tpfutex.robust.peer.PeerJvm;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits that end because their time is up. */
@Watched
class TimeoutTest {

    @RegisterExtension
    final TestSpace space = new TestSpace();

    private LockSpace open() {
        return LockSpace.open(space.path(), SpaceOptions.defaults().withoutDaemon());
    }

    @Test
    @DisplayName("What must not be null is named, and nothing is taken")
    void nullsAreNamed() {
        try (LockSpace open = open()) {
            SharedMutex book = open.mutex("book");
            assertThatNullPointerException().isThrownBy(() -> book.tryLock(1, null)).withMessage("unit");
            assertThatNullPointerException().isThrownBy(() -> book.acquire(null)).withMessage("timeout");
            assertThat(book.isLocked()).isFalse();
        }
    }

    @ParameterizedTest(name = "{0} waiting before it")
    @ValueSource(ints = {0, 2})
    @DisplayName("A time-out is never early, as top waiter and in the queue")
    void itIsNeverEarly(int before) throws InterruptedException {
        PeerJvm holder = space.peer();
        holder.expect("lock book", "ok");
        for (int i = 0; i < before; i++) {
            holder.begin("before" + i, "lock book");
            int sleeping = i + 1;
            Await.until("one more sleeps", () -> space.probe().sleepers("book") == sleeping);
        }
        long[] late = new long[60];
        try (LockSpace open = open()) {
            SharedMutex book = open.mutex("book");
            for (int i = 0; i < late.length; i++) {
                long micros = 100 + i * 700L;
                long start = System.nanoTime();
                boolean locked = book.tryLock(micros, TimeUnit.MICROSECONDS);
                late[i] = System.nanoTime() - start - micros * 1000;
                assertThat(locked).isFalse();
                assertThat(late[i]).as("%d µs", micros).isNotNegative();
            }
        }
        Arrays.sort(late);
        System.out.println(before + " waiting before: late by " + late[late.length / 2] / 1000 + " µs (median), "
                + late[late.length - 1] / 1000 + " µs (max)");
    }

    @Test
    @DisplayName("C12: the message names file, lock, holder's pid and thread, and how many wait")
    void theMessageNamesEverything() {
        PeerJvm holder = space.peer();
        holder.begin("matcher", "lock book").is("ok");
        for (int i = 1; i <= 3; i++) {
            holder.begin("w" + i, "lock book");
            int sleeping = i;
            Await.until("one more sleeps", () -> space.probe().sleepers("book") == sleeping);
        }
        try (LockSpace open = open()) {
            LockTimeoutException timeout = catchThrowableOfType(
                    LockTimeoutException.class, () -> open.mutex("book").acquire(Duration.ofMillis(20)));
            assertThat(timeout).hasMessageContainingAll(
                    space.path().toString(), "\"book\"", "pid " + holder.pid(), "\"matcher\"");
            assertThat(timeout.holder()).hasValueSatisfying(h -> assertThat(h.pid()).isEqualTo(holder.pid()));
            assertThat(timeout.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(20));
            assertThat(timeout.queueLength()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"acquire book 2000", "tryLock book 2000"})
    @DisplayName("C09: the waiter's JVM is stopped for longer than its time-out, the lock is free when it goes on")
    void aLateOneStillTakesAFreeLock(String command) {
        PeerJvm holder = space.peer();
        PeerJvm waiter = space.peer();
        holder.expect("lock book", "ok");
        long start = System.nanoTime();
        Answer waiting = waiter.begin("t", command);
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        waiter.stop();
        holder.expect("unlock book", "ok");
        Await.until("its time is up", () -> System.nanoTime() - start > Duration.ofMillis(2500).toNanos());
        waiter.cont();
        assertThat(waiting.text()).matches("held.*|true");
        waiter.expect("holdCount book", "1");
    }

    @Test
    @DisplayName("C09: the same for one that was in the queue")
    void aLateOneOfTheQueueStillTakesAFreeLock() {
        PeerJvm holder = space.peer();
        PeerJvm top = space.peer();
        PeerJvm waiter = space.peer();
        holder.expect("lock book", "ok");
        Answer first = top.begin("t", "lock book");
        Await.until("the top waiter sleeps", () -> space.probe().sleepers("book") == 1);
        long start = System.nanoTime();
        Answer waiting = waiter.begin("t", "acquire book 2000");
        Await.until("both sleep", () -> space.probe().sleepers("book") == 2);
        waiter.stop();
        holder.expect("unlock book", "ok");
        first.is("ok");
        top.expect("unlock book", "ok");
        Await.until("its time is up", () -> System.nanoTime() - start > Duration.ofMillis(2500).toNanos());
        waiter.cont();
        waiting.is("held");
    }

    @Test
    @DisplayName("C09: with the lock held still, it is a time-out")
    void aLateOneTimesOutOnAHeldLock() {
        PeerJvm holder = space.peer();
        PeerJvm waiter = space.peer();
        holder.expect("lock book", "ok");
        long start = System.nanoTime();
        Answer waiting = waiter.begin("t", "acquire book 2000");
        Await.until("it sleeps", () -> space.probe().sleepers("book") == 1);
        waiter.stop();
        Await.until("its time is up", () -> System.nanoTime() - start > Duration.ofMillis(2500).toNanos());
        waiter.cont();
        waiting.is("LockTimeoutException");
        holder.expect("unlock book", "ok");
        assertThat(space.probe().word("book")).isZero();
    }

    @Test
    @DisplayName("P12: a free lock is taken even with no time at all, a held one refused without waiting")
    void noTimeAtAll() throws InterruptedException {
        PeerJvm holder = space.peer();
        try (LockSpace open = open()) {
            SharedMutex book = open.mutex("book");
            assertThat(book.tryLock(0, TimeUnit.SECONDS)).isTrue();
            book.unlock();
            book.acquire(Duration.ofSeconds(-1)).close();
            holder.expect("lock book", "ok");
            assertThat(book.tryLock(-1, TimeUnit.DAYS)).isFalse();
            assertThat(catchThrowableOfType(LockTimeoutException.class, () -> book.acquire(Duration.ZERO)))
                    .isNotNull();
        }
    }
}
