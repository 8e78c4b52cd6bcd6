package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The kernel marks the words of a thread that ends, and wakes who sleeps on one of two words. */
@Timeout(60)
class RobustFutexTest {

    private final Arena arena = Arena.ofShared();
    private final MemorySegment life = arena.allocate(RobustFutex.SIZE, 16);
    private final MemorySegment park = arena.allocate(4, 4);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @AfterEach
    void free() {
        arena.close();
    }

    private Thread holder() throws InterruptedException {
        CountDownLatch holds = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            assertThat(RobustFutex.hold(life.address(), Threads.gettid())).isTrue();
            holds.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        holds.await();
        return holder;
    }

    private int word() {
        return (int) ValueLayout.JAVA_INT.varHandle().getVolatile(life, 0L);
    }

    private void awaitBoth(int parkExpected, int lifeExpected, long nanos) {
        long[] words = {park.address(), life.address()};
        Futex.awaitAll(words, new int[] {parkExpected, lifeExpected}, nanos);
    }

    @Test
    void endOfTheThreadMarksTheWordAndWakesASleeper() throws InterruptedException {
        Thread holder = holder();
        int watched = word() | RobustFutex.WAITERS;
        assertThat(watched).isNotEqualTo(RobustFutex.WAITERS);
        life.set(ValueLayout.JAVA_INT, 0, watched);
        Thread sleeper = Thread.ofPlatform().start(() -> {
            while (word() == watched) {
                awaitBoth(0, watched, Futex.FOREVER);
            }
        });
        mayEnd.countDown();
        holder.join();
        sleeper.join();
        assertThat(word()).isEqualTo(RobustFutex.WAITERS | RobustFutex.OWNER_DIED);
        assertThat(RobustFutex.hasEnded(life.address())).isTrue();
    }

    @Test
    void aWakeOfTheOtherWordEndsTheSleepToo() throws InterruptedException {
        Thread holder = holder();
        int held = word();
        Thread sleeper = Thread.ofPlatform().start(() -> {
            while ((int) ValueLayout.JAVA_INT.varHandle().getVolatile(park, 0L) == 0) {
                awaitBoth(0, held, Futex.FOREVER);
            }
        });
        ValueLayout.JAVA_INT.varHandle().setVolatile(park, 0L, 1);
        Futex.wakeAll(park.address());
        sleeper.join();
        assertThat(word()).isEqualTo(held);
        mayEnd.countDown();
        holder.join();
    }

    @Test
    void sleepsOnTwoWordsAreNeverEarlyAndEnd() {
        for (long timeout : new long[] {0, 1, 999, 3_000_000}) {
            long start = System.nanoTime();
            awaitBoth(0, 0, timeout);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(timeout);
        }
        awaitBoth(0, 1, Futex.FOREVER);
        awaitBoth(1, 0, Futex.FOREVER);
    }

    @Test
    void sleepsOnAsManyWordsAsItSays() {
        MemorySegment many = arena.allocate(4L * Futex.MOST_WORDS, 4);
        long[] words = new long[Futex.MOST_WORDS];
        for (int i = 0; i < words.length; i++) {
            words[i] = many.address() + 4L * i;
        }
        long start = System.nanoTime();
        Futex.awaitAll(words, new int[words.length], 3_000_000);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(3_000_000);
        many.set(ValueLayout.JAVA_INT, 4L * (words.length - 1), 1);
        Futex.awaitAll(words, new int[words.length], Futex.FOREVER);
    }

    @Test
    void aReleasedWordIsNotMarked() throws InterruptedException {
        Thread thread = Thread.ofPlatform().start(() -> {
            assertThat(RobustFutex.hold(life.address(), Threads.gettid())).isTrue();
            assertThat(RobustFutex.release(life.address(), Threads.gettid())).isTrue();
        });
        thread.join();
        assertThat(word()).isZero();
    }

    @Test
    void aDamagedMutexIsNotFollowedAnywhere() throws InterruptedException {
        for (long at = 0; at < 40; at += Integer.BYTES) {
            damageAndRelease(at);
        }
    }

    /** Count, number of users and spins may be anything; all else leads the C library astray. */
    private void damageAndRelease(long at) throws InterruptedException {
        boolean harmless = at == 4 || at == 8 || at == 12 || at == 20;
        AtomicReference<Boolean> released = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            assertThat(RobustFutex.hold(life.address(), Threads.gettid())).isTrue();
            int before = life.get(ValueLayout.JAVA_INT, at);
            life.set(ValueLayout.JAVA_INT, at, before ^ 0x1234_5678);
            released.set(RobustFutex.release(life.address(), Threads.gettid()));
            if (!released.get()) {
                // The thread's end is to find the list in order.
                life.set(ValueLayout.JAVA_INT, at, before);
            }
        });
        thread.join();
        assertThat(released.get()).as("released, byte %d damaged", at).isEqualTo(harmless);
    }

    @Test
    void anotherThreadIdThanTheCallersIsNotTied() {
        assertThat(RobustFutex.hold(life.address(), Threads.gettid() + 1)).isFalse();
        assertThat(word()).isZero();
    }
}
