package dev.tpfutex.robust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadLock;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.robust.peer.Elsewhere;
import dev.tpfutex.robust.peer.TestSpace;
import dev.tpfutex.robust.peer.Watched;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Locks and unlocks that find no room on the stack, at whichever step: afterwards thread and lock agree on who holds it. */
@Watched
class StackOverflowTest {

    /** Bytes; the smaller, the sooner it is full. */
    private static final long STACK = 300_000;

    private static final int SUCCESSES = 60;
    private static final int SWEEPS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @RegisterExtension
    final TestSpace file = new TestSpace();

    private LockSpace space;
    private SharedReadWriteLock book;
    private SharedMutex writing;
    private SharedReadLock reading;
    private SharedReadLock upgradable;
    private SharedMutex single;
    private boolean begun;
    private int successes;
    private int overflows;
    private volatile boolean disturbed;

    @BeforeEach
    void open() {
        space = LockSpace.open(file.path());
        book = space.rwLock("book");
        writing = book.writeLock();
        reading = book.readLock();
        upgradable = book.upgradableLock();
        single = space.mutex("single");
    }

    @AfterEach
    void close() {
        Elsewhere.close(space);
    }

    private static void within(Lock lock, Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private void dive(int left, Runnable action) {
        if (left > 0) {
            dive(left - 1, action);
        } else {
            action.run();
        }
    }

    /** Whether there is room for so many frames and the first step of the action. */
    private boolean hasRoom(int frames, Runnable action) throws Exception {
        begun = false;
        try {
            dive(frames, action);
            successes++;
        } catch (StackOverflowError full) {
            successes = 0;
            if (begun) {
                overflows++;
                settle();
            }
        }
        return begun;
    }

    /** From where there is no room even to begin, frame by frame, to where there is room for all. */
    private void sweep(Runnable action) throws Exception {
        Runnable noting = () -> {
            begun = true;
            action.run();
        };
        int most = 1;
        while (hasRoom(most, noting)) {
            most *= 2;
        }
        int least = most / 2;
        while (most - least > 1) {
            int middle = (least + most) / 2;
            if (hasRoom(middle, noting)) {
                least = middle;
            } else {
                most = middle;
            }
        }
        successes = 0;
        for (int frames = most; frames > 0 && successes < SUCCESSES; frames--) {
            hasRoom(frames, noting);
        }
    }

    /**
     * What was locked and could not be unlocked is still held; nothing else is, at the latest once the thread has used the
     * lock again.
     */
    private void settle() throws Exception {
        useAgain(single);
        useAgain(reading);
        giveBack(reading, reading.holdCount());
        giveBack(writing, writing.holdCount());
        giveBack(upgradable, upgradable.holdCount());
        giveBack(single, single.holdCount());
        Elsewhere.run(() -> {
            check(writing);
            check(single);
            assertThat(disturbed || book.readers() == 0).isTrue();
        });
    }

    private static void useAgain(Lock lock) {
        if (lock.tryLock()) {
            lock.unlock();
        }
    }

    private static void giveBack(Lock lock, int times) {
        for (int i = 0; i < times; i++) {
            lock.unlock();
        }
    }

    private static void check(SharedMutex lock) throws InterruptedException {
        try (LockGuard guard = lock.acquire(PATIENCE)) {
            assertThat(guard.ownerDied()).isFalse();
        }
    }

    private void everywhere(Runnable action) throws Exception {
        Throwable[] failure = {null};
        Thread thread = new Thread(null, () -> {
            try {
                for (int i = 0; i < SWEEPS; i++) {
                    sweep(action);
                }
            } catch (Throwable e) {
                failure[0] = e;
            }
        }, "diver", STACK);
        thread.start();
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError("after " + overflows + " overflows", failure[0]);
        }
        assertThat(overflows).isPositive();
        System.out.println(overflows + " overflows");
    }

    @Test
    @DisplayName("A mutex")
    void mutex() throws Exception {
        everywhere(() -> within(single, () -> within(single, () -> {})));
    }

    @Test
    @DisplayName("A write lock")
    void write() throws Exception {
        everywhere(() -> within(writing, () -> {}));
    }

    @Test
    @DisplayName("A read lock")
    void read() throws Exception {
        everywhere(() -> within(reading, () -> within(reading, () -> {})));
    }

    @Test
    @DisplayName("A downgrade")
    void downgrade() throws Exception {
        everywhere(() -> {
            writing.lock();
            try {
                reading.lock();
            } finally {
                writing.unlock();
            }
            reading.unlock();
        });
    }

    @Test
    @DisplayName("An upgrade")
    void upgrade() throws Exception {
        everywhere(() -> within(upgradable, () -> within(writing, () -> within(reading, () -> {}))));
    }

    /** Another comes and goes all the time. */
    private void amongOthers(Lock other, Runnable action) throws Exception {
        disturbed = true;
        AtomicBoolean stop = new AtomicBoolean();
        Elsewhere disturber = Elsewhere.start("disturber", () -> {
            while (!stop.get()) {
                within(other, () -> LockSupport.parkNanos(20_000));
            }
        });
        try {
            everywhere(action);
        } finally {
            stop.set(true);
            disturber.await();
        }
    }

    @Test
    @DisplayName("All of it while another writes")
    void amongWriters() throws Exception {
        amongOthers(writing, () -> {
            within(reading, () -> {});
            within(writing, () -> within(reading, () -> {}));
            within(upgradable, () -> within(writing, () -> {}));
        });
    }

    @Test
    @DisplayName("All of it while another reads")
    void amongReaders() throws Exception {
        amongOthers(reading, () -> {
            within(reading, () -> {});
            within(writing, () -> within(reading, () -> {}));
            within(upgradable, () -> within(writing, () -> {}));
        });
    }

    @Test
    @DisplayName("A mutex that another uses")
    void mutexOfMany() throws Exception {
        amongOthers(single, () -> within(single, () -> {}));
    }
}
