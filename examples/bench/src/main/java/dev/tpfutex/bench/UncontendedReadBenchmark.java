package dev.tpfutex.bench;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Read lock and unlock by one thread while no other wants the lock; the mutex is the yardstick. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class UncontendedReadBenchmark {

    private static final int CROWD = 4;
    private static final long CROWD_NANOS = 500_000_000;

    private final Lock reentrantReadLock = new ReentrantReadWriteLock().readLock();

    private long guarded = 1;
    private Path directory;
    private LockSpace space;
    private SharedMutex sharedMutex;
    private SharedReadLock countedRead;

    /** Makes a space in memory. */
    @Setup
    public void open() throws IOException, InterruptedException {
        Path memory = Path.of("/dev/shm");
        directory = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "tpfutex-bench")
                : Files.createTempDirectory("tpfutex-bench");
        space = LockSpace.open(directory.resolve("bench.tpf"));
        sharedMutex = space.mutex("mutex");
        countedRead = space.rwLock("counted", ReadWriteOptions.defaults().biased(false)).readLock();
    }

    /** Only for those who read under it: a crowd has just been there, so that its readers are not counted. */
    @State(Scope.Thread)
    public static class Biased {

        private SharedReadLock read;

        /** Has many read at once. */
        @Setup
        public void crowd(UncontendedReadBenchmark benchmark) throws InterruptedException {
            read = benchmark.space.rwLock("biased").readLock();
            UncontendedReadBenchmark.crowd(read);
        }
    }

    private static void crowd(SharedReadLock lock) throws InterruptedException {
        long end = System.nanoTime() + CROWD_NANOS;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                while (System.nanoTime() - end < 0) {
                    lock.lock();
                    lock.unlock();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** Deletes it. */
    @TearDown
    public void close() throws IOException {
        space.close();
        Files.delete(directory.resolve("bench.tpf"));
        Files.delete(directory);
    }

    @Benchmark
    public long reentrantReadLock() {
        reentrantReadLock.lock();
        try {
            return guarded;
        } finally {
            reentrantReadLock.unlock();
        }
    }

    @Benchmark
    public long sharedMutex() {
        sharedMutex.lock();
        try {
            return guarded;
        } finally {
            sharedMutex.unlock();
        }
    }

    @Benchmark
    public long countedReadLock() {
        countedRead.lock();
        try {
            return guarded;
        } finally {
            countedRead.unlock();
        }
    }

    @Benchmark
    public long biasedReadLock(Biased biased) {
        biased.read.lock();
        try {
            return guarded;
        } finally {
            biased.read.unlock();
        }
    }
}
