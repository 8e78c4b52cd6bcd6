package dev.tpfutex.shm.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.shm.linux.RobustFutex.Held;
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
            assertThat(RobustFutex.hold(life.address(), Threads.gettid(), null)).isNotNull();
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
        inAThread(() -> {
            Held held = RobustFutex.hold(life.address(), Threads.gettid(), null);
            assertThat(RobustFutex.release(held, null)).isTrue();
            assertThat(RobustFutex.release(held, null)).as("again").isFalse();
        });
        assertThat(word()).isZero();
    }

    @Test
    void wordsAreReleasedInWhateverOrder() throws InterruptedException {
        MemorySegment words = arena.allocate(3L * RobustFutex.SIZE, 16);
        inAThread(() -> {
            Held first = hold(words, 0, null);
            Held second = hold(words, 1, first);
            Held third = hold(words, 2, second);
            assertThat(RobustFutex.release(second, third)).isTrue();
            assertThat(RobustFutex.release(third, null)).isTrue();
            Held again = hold(words, 1, first);
            assertThat(RobustFutex.release(first, again)).isTrue();
        });
        await(words, 1, RobustFutex.OWNER_DIED);
        await(words, 0, 0);
        await(words, 2, 0);
    }

    @Test
    void whatIsNotInFrontStays() throws InterruptedException {
        MemorySegment words = arena.allocate(2L * RobustFutex.SIZE, 16);
        inAThread(() -> {
            Held first = hold(words, 0, null);
            assertThat(hold(words, 1, first)).isNotNull();
            assertThat(hold(words, 1, null)).as("with another in front").isNull();
            assertThat(RobustFutex.release(first, null)).as("with another in front").isFalse();
        });
        await(words, 0, RobustFutex.OWNER_DIED);
        await(words, 1, RobustFutex.OWNER_DIED);
    }

    /** The C library's own mutexes go into the same list, and out of it, beside ours. */
    @Test
    void theListStaysInOrderForTheCLibrary() throws InterruptedException {
        MemorySegment words = arena.allocate(2L * RobustFutex.SIZE, 16);
        MemorySegment mutex = arena.allocate(64, 16);
        CLibraryMutex library = new CLibraryMutex(arena, mutex);
        inAThread(() -> {
            Held first = hold(words, 0, null);
            library.lock();
            assertThat(hold(words, 1, first)).as("with the mutex in between").isNull();
            library.unlock();
            Held second = hold(words, 1, first);
            library.lock();
            assertThat(RobustFutex.release(second, null)).as("with the mutex in front").isFalse();
            assertThat(RobustFutex.release(first, second)).isTrue();
            library.unlock();
            assertThat(RobustFutex.release(second, null)).isTrue();
            library.lock();
        });
        await(mutex, 0, RobustFutex.OWNER_DIED);
        await(words, 0, 0);
        await(words, 1, 0);
    }

    private static Held hold(MemorySegment words, int index, Held last) {
        return RobustFutex.hold(words.address() + (long) index * RobustFutex.SIZE, Threads.gettid(), last);
    }

    /** The kernel marks a little after Java's end of the thread; the class's time-out is the watchdog. */
    private static void await(MemorySegment words, int index, int value) {
        while ((int) ValueLayout.JAVA_INT.varHandle().getVolatile(words, (long) index * RobustFutex.SIZE) != value) {
            Thread.onSpinWait();
        }
    }

    /** Others can write what they like into shared memory: no address that is read there is followed. */
    @Test
    void damageIsNotFollowedAnywhere() throws InterruptedException {
        for (long at = 0; at < RobustFutex.SIZE; at += Integer.BYTES) {
            damageAndRelease(at);
        }
    }

    private void damageAndRelease(long at) throws InterruptedException {
        MemorySegment victim = arena.allocate(2L * RobustFutex.SIZE, 16);
        inAThread(() -> {
            Held held = RobustFutex.hold(life.address(), Threads.gettid(), null);
            life.set(ValueLayout.JAVA_INT, at, (int) victim.address());
            assertThat(RobustFutex.release(held, null)).as("byte %d damaged", at).isTrue();
        });
        assertThat(victim.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        assertThat(word()).isZero();
    }

    private static void inAThread(Runnable body) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().unstarted(body);
        thread.setUncaughtExceptionHandler((ended, error) -> failure.set(error));
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
    }

    @Test
    void anotherThreadIdThanTheCallersIsNotTied() {
        assertThat(RobustFutex.hold(life.address(), Threads.gettid() + 1, null)).isNull();
        assertThat(word()).isZero();
    }
}
