package dev.tpfutex.bench.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each type within one process; between processes they are tested in {@code TeamTest}. */
@Timeout(60)
class LockTypeTest {

    private static final int THREADS = 3;
    private static final int TURNS = 2_000;

    /** Only ever changed under the lock under test. */
    private long guarded;
    private volatile long seenUneven;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void mutexExcludes(LockType type) throws Exception {
        type.create(folder, LockType.SHARED);
        TestedMutex mutex = type.mutex(folder, LockType.SHARED);
        inThreads(tally -> {
            mutex.lock(tally);
            guarded++;
            mutex.unlock(tally);
        });
        assertThat(guarded).isEqualTo((long) THREADS * TURNS);
        assertThat(mutex.residue()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"TP", "WW", "WWS", "GC", "FL", "JUC"})
    void rwLockExcludes(LockType type) throws Exception {
        for (Preference preference : Preference.values()) {
            Path own = Files.createDirectory(folder.resolve(preference.name()));
            type.createRw(own, preference);
            TestedRwLock lock = type.rwLock(own, preference);
            guarded = 0;
            inThreads(tally -> {
                lock.lock(tally);
                guarded++;
                guarded++;
                lock.unlock(tally);
                lock.lockShared(tally);
                if (guarded % 2 != 0) {
                    seenUneven = guarded;
                }
                lock.unlockShared(tally);
            });
            assertThat(guarded).isEqualTo(2L * THREADS * TURNS);
            assertThat(seenUneven).isZero();
            assertThat(lock.residue()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CQ")
    void mutexGivesUp(LockType type) throws Exception {
        type.create(folder, LockType.SHARED);
        TestedMutex mutex = type.mutex(folder, LockType.SHARED);
        Tally owner = new Tally();
        mutex.lock(owner);
        long begin = System.nanoTime();
        inThread(tally -> assertThat(mutex.lock(tally, TimeUnit.MILLISECONDS.toNanos(5))).isFalse());
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(mutex.residue()).isNotZero();
        mutex.unlock(owner);
        inThread(tally -> {
            assertThat(mutex.lock(tally, TimeUnit.SECONDS.toNanos(30))).isTrue();
            mutex.unlock(tally);
        });
        assertThat(mutex.residue()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"TP", "WW", "WWS", "GC", "JUC"})
    void rwLockGivesUp(LockType type) throws Exception {
        type.createRw(folder, Preference.NONE);
        TestedRwLock lock = type.rwLock(folder, Preference.NONE);
        Tally owner = new Tally();
        lock.lock(owner);
        inThread(tally -> assertThat(lock.lockShared(tally, TimeUnit.MILLISECONDS.toNanos(5))).isFalse());
        inThread(tally -> assertThat(lock.lock(tally, TimeUnit.MILLISECONDS.toNanos(5))).isFalse());
        lock.unlock(owner);
        lock.lockShared(owner);
        inThread(tally -> assertThat(lock.lock(tally, TimeUnit.MILLISECONDS.toNanos(5))).isFalse());
        inThread(tally -> {
            assertThat(lock.lockShared(tally, TimeUnit.SECONDS.toNanos(30))).isTrue();
            lock.unlockShared(tally);
        });
        lock.unlockShared(owner);
        assertThat(lock.residue()).isZero();
    }

    /** What one thread does. */
    private interface Step {
        void with(Tally tally);
    }

    private static void inThread(Step step) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread thread = Thread.ofPlatform().start(() -> attempt(() -> step.with(new Tally()), failures));
        thread.join();
        assertThat(failures).isEmpty();
    }

    private static void inThreads(Step step) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        CountDownLatch ready = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofPlatform().start(() -> attempt(() -> {
                Tally tally = new Tally();
                ready.countDown();
                while (ready.getCount() > 0) {
                    Thread.onSpinWait();
                }
                for (int turn = 0; turn < TURNS; turn++) {
                    step.with(tally);
                }
            }, failures)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private static void attempt(Runnable what, List<Throwable> failures) {
        try {
            what.run();
        } catch (RuntimeException | Error failure) {
            synchronized (failures) {
                failures.add(failure);
            }
        }
    }
}
