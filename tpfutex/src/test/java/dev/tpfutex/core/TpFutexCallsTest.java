package dev.tpfutex.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.layout.LockLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** FUTEX_LOCK and FUTEX_UNLOCK with the arguments and results of seed 000, on a real mapped file. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TpFutexCallsTest {

    private static final long FOREVER = Long.MAX_VALUE;

    private RealSpace space;
    private Lock lock;
    private Task owner;
    private Task other;

    @BeforeEach
    void open() throws IOException {
        space = new RealSpace();
        lock = space.lock("book");
        owner = space.task(lock);
        other = space.task(lock);
    }

    @AfterEach
    void close() throws Exception {
        space.close();
    }

    private int lock(Task task) {
        return space.futex.lock(task, lock, false, FOREVER, false);
    }

    private int unlock(Task task) {
        return space.futex.unlock(task, lock);
    }

    /** A call that another thread makes, and its result. */
    private record Call(Thread thread, CompletableFuture<Integer> outcome) {

        static Call start(IntSupplier call) {
            CompletableFuture<Integer> outcome = new CompletableFuture<>();
            return new Call(Thread.ofPlatform().daemon().start(() -> outcome.complete(call.getAsInt())), outcome);
        }

        int result() {
            return outcome.orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    @Test
    @DisplayName("A free lock is stolen without a sleep, and its unlock wakes nobody")
    void aFreeLock() {
        int status = lock(owner);
        assertThat(Status.how(status)).isEqualTo(Status.STOLEN);
        assertThat(Status.sleeps(status)).isZero();
        assertThat(space.owner(lock)).isEqualTo(owner.tid());
        assertThat(unlock(owner)).isZero();
        assertThat(space.owner(lock)).isZero();
    }

    @Test
    @DisplayName("EPERM: an unlock by one who does not own the lock changes nothing")
    void unlockByAnother() {
        assertThat(unlock(other)).isEqualTo(Errno.EPERM.result());
        lock(owner);
        long word = space.port.getLong(lock.word());
        assertThat(unlock(other)).isEqualTo(Errno.EPERM.result());
        assertThat(space.port.getLong(lock.word())).isEqualTo(word);
    }

    @Test
    @DisplayName("EDEADLK: the owner locks again")
    void lockByTheOwner() {
        lock(owner);
        assertThat(lock(owner)).isEqualTo(Errno.EDEADLK.result());
        assertThat(space.futex.tryLock(owner, lock)).isEqualTo(Errno.EDEADLK.result());
        assertThat(space.owner(lock)).isEqualTo(owner.tid());
    }

    @Test
    @DisplayName("EINVAL: the record is not a mutex")
    void aWrongType() {
        space.port.putInt(lock.kind(), LockLayout.KIND_RWLOCK + 1);
        assertThat(lock(owner)).isEqualTo(Errno.EINVAL.result());
        assertThat(space.futex.tryLock(owner, lock)).isEqualTo(Errno.EINVAL.result());
        assertThat(unlock(owner)).isEqualTo(Errno.EINVAL.result());
        assertThat(space.owner(lock)).isZero();
    }

    @Test
    @DisplayName("EBUSY: one attempt at a lock that another owns")
    void aBusyLock() {
        lock(owner);
        assertThat(space.futex.tryLock(other, lock)).isEqualTo(Errno.EBUSY.result());
    }

    @Test
    @DisplayName("ETIMEDOUT: never early, and the word does not hold the caller's tid")
    void aTimeout() {
        lock(owner);
        for (long nanos = 10_000; nanos <= 40_000_000; nanos *= 4) {
            long deadline = System.nanoTime() + nanos;
            assertThat(space.futex.lock(other, lock, false, deadline, false)).isEqualTo(Errno.ETIMEDOUT.result());
            assertThat(System.nanoTime()).isGreaterThanOrEqualTo(deadline);
            assertThat(space.owner(lock)).isEqualTo(owner.tid());
            assertThat(TopWord.tid(space.port.getLong(lock.top()))).isZero();
        }
        assertThat(unlock(owner)).isZero();
        assertThat(space.futex.lock(other, lock, false, System.nanoTime() - 1, false)).isNotNegative();
    }

    @Test
    @DisplayName("EINTR: an interrupt ends the wait, and the status is left as it is")
    void anInterrupt() {
        lock(owner);
        Call waiting = Call.start(() -> {
            int result = space.futex.lock(other, lock, false, FOREVER, true);
            return Thread.currentThread().isInterrupted() ? result : 0;
        });
        RealSpace.await("it sleeps", () -> space.sleeps(other));
        waiting.thread().interrupt();
        assertThat(waiting.result()).isEqualTo(Errno.EINTR.result());
        assertThat(space.owner(lock)).isEqualTo(owner.tid());
        assertThat(unlock(owner)).isZero();
    }

    @Test
    @DisplayName("The unlock says how many it woke, and the status how often the woken one has slept")
    void wokenAndSleeps() {
        lock(owner);
        Call waiting = Call.start(() -> lock(other));
        RealSpace.await("it sleeps", () -> space.sleeps(other));
        int woken = unlock(owner);
        int status = waiting.result();
        // It may just have woken up by itself to look around.
        assertThat(woken).isBetween(0, 1);
        assertThat(Status.how(status)).isIn(Status.ACQUIRED, Status.HANDOFF);
        assertThat(Status.sleeps(status)).isPositive();
        assertThat(space.owner(lock)).isEqualTo(other.tid());
    }

    @Test
    @DisplayName("After 5 ms the lock is handed to the top waiter, with no instant at which it is free")
    void aHandOff() {
        lock(owner);
        Call waiting = Call.start(() -> lock(other));
        RealSpace.await("it asks for a hand-off", () -> space.asksForHandOff(lock, other));
        unlock(owner);
        assertThat(space.owner(lock)).isEqualTo(other.tid());
        assertThat(Status.how(waiting.result())).isEqualTo(Status.HANDOFF);
    }

    @Test
    @DisplayName("EAGAIN: with the flag, a lock that becomes free before 5 ms have passed is left to the caller")
    void lockingInTheCaller() {
        // The hand-off comes instead if this thread is held up for too long: hence several tries.
        boolean again = false;
        for (int i = 0; i < 200 && !again; i++) {
            lock(owner);
            Call waiting = Call.start(() -> space.futex.lock(other, lock, true, FOREVER, false));
            RealSpace.await("it is top waiter", () -> TopWord.tid(space.port.getLong(lock.top())) == other.tid());
            unlock(owner);
            int result = waiting.result();
            again = Errno.EAGAIN.is(result);
            assertThat(space.owner(lock)).isEqualTo(again ? 0 : other.tid());
            assertThat(TopWord.tid(space.port.getLong(lock.top()))).isZero();
            unlock(other);
        }
        assertThat(again).isTrue();
    }

    @Test
    @DisplayName("EAGAIN mode as in tp_mutex_lock of TP futexes v6, patch 20: four rounds in the caller, then not")
    void asTheSeedsBenchmarkDoes() {
        int[] shared = {0, 0};
        AtomicInteger eagains = new AtomicInteger();
        AtomicInteger violations = new AtomicInteger();
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Task task = space.task(lock);
            calls.add(Call.start(() -> {
                for (int n = 0; n < 10_000; n++) {
                    eagains.addAndGet(lockAsInTheSeed(task));
                    violations.addAndGet(shared[0] == shared[1] ? 0 : 1);
                    shared[0]++;
                    space.port.relax(20);
                    shared[1]++;
                    unlockAsInTheSeed(task);
                }
                return 0;
            }));
        }
        calls.forEach(Call::result);
        System.out.println("EAGAIN " + eagains + " times");
        assertThat(shared).containsExactly(60_000, 60_000);
        assertThat(violations).hasValue(0);
        assertThat(FutexWord.seedWord(space.port.getLong(lock.word()))).isZero();
    }

    /** Locks; how often it got EAGAIN. */
    private int lockAsInTheSeed(Task task) {
        int eagains = 0;
        int rounds = 4;
        if (takeInTheCaller(task)) {
            return eagains;
        }
        for (;;) {
            int result = space.futex.lock(task, lock, rounds > 0, FOREVER, false);
            if (result >= 0) {
                return eagains;
            }
            assertThat(result).isEqualTo(Errno.EAGAIN.result());
            assertThat(rounds).isPositive();
            rounds--;
            eagains++;
            if (takeInTheCaller(task)) {
                return eagains;
            }
        }
    }

    private boolean takeInTheCaller(Task task) {
        long word = space.port.getLong(lock.word());
        return FutexWord.seedWord(word) == 0
                && space.port.compareAndSetLong(lock.word(), word, FutexWord.entered(word, task.tid()));
    }

    private void unlockAsInTheSeed(Task task) {
        long word = space.port.getLong(lock.word());
        if (FutexWord.seedWord(word) != task.tid()
                || !space.port.compareAndSetLong(lock.word(), word, FutexWord.left(word, 0))) {
            assertThat(unlock(task)).isNotNegative();
        }
    }
}
