package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sleeping and waking within a process; across processes see {@code SharedFutexTest}. */
@Timeout(60)
class FutexTest {

    private Arena arena;
    private MemorySegment word;

    @BeforeEach
    void allocate() {
        arena = Arena.ofShared();
        word = arena.allocate(64, 64);
    }

    @AfterEach
    void free() {
        arena.close();
    }

    private Thread sleeper(long timeout) {
        return Thread.ofPlatform().start(() -> Futex.await(word.address(), 0, timeout));
    }

    private static void wakeOne(long address) {
        while (Futex.wake(address, 1) == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void wakesASleeper() throws InterruptedException {
        Thread sleeper = sleeper(Futex.FOREVER);
        wakeOne(word.address());
        sleeper.join();
    }

    @Test
    void wakesAll() throws InterruptedException {
        List<Thread> sleepers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            sleepers.add(sleeper(i % 2 == 0 ? -1 : Futex.FOREVER));
        }
        int woken = 0;
        while (woken < 10) {
            woken += Futex.wakeAll(word.address());
        }
        for (Thread sleeper : sleepers) {
            sleeper.join();
        }
        assertThat(Futex.wakeAll(word.address())).isZero();
    }

    @Test
    void doesNotSleepOnAnotherValue() {
        word.set(ValueLayout.JAVA_INT, 0, 5);
        Futex.await(word.address(), 0, Futex.FOREVER);
    }

    @Test
    void isNeverEarly() {
        for (long timeout : new long[] {0, 1, 999, 3_000_000, 1_050_000_000}) {
            long start = System.nanoTime();
            Futex.await(word.address(), 0, timeout);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(timeout);
        }
    }

    @Test
    void reportsWrongAddresses() {
        assertThatThrownBy(() -> Futex.await(word.address() + 1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Futex.await(0x1000, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Futex.wake(word.address() + 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void errorsOfThreadsDoNotMix() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(4);
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean files = i % 2 == 0;
            Thread.ofPlatform().uncaughtExceptionHandler((t, e) -> failures.add(e)).start(() -> {
                try {
                    for (int n = 0; n < 20_000; n++) {
                        if (files) {
                            assertThat(NativeFiles.open("/nowhere", 0, 0)).isEqualTo(-Errno.ENOENT);
                        } else {
                            Futex.await(word.address(), 1, 0);
                        }
                    }
                } finally {
                    done.countDown();
                }
            });
        }
        done.await();
        assertThat(failures).isEmpty();
    }

    @Test
    void allocatesNothing() {
        var bean = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = bean.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                Futex.wake(word.address(), 1);
                Futex.await(word.address(), 1, 1000);
            }
            least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
        }
        // Whole rounds, so that what the compiler and the measurement allocate does not count.
        assertThat(least).isLessThan(10_000);
    }
}
