package dev.tpfutex.bench;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.lock.Tally;
import dev.tpfutex.bench.lock.TestedMutex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
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

/**
 * Lock and unlock by one thread while no other wants the lock; {@link ReentrantLock} is the yardstick. Beside them what
 * else processes can share.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class UncontendedBenchmark {

    private final ReentrantLock reentrantLock = new ReentrantLock();

    private long guarded;
    private Path directory;
    private LockSpace space;
    private SharedMutex sharedMutex;
    private TestedMutex glibc;
    private TestedMutex glibcRobust;
    private TestedMutex fileLock;

    private final Tally tally = new Tally();

    /** Makes a space in memory. */
    @Setup
    public void open() throws IOException {
        Path memory = Path.of("/dev/shm");
        directory = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "tpfutex-bench")
                : Files.createTempDirectory("tpfutex-bench");
        space = LockSpace.open(directory.resolve("bench.tpf"));
        sharedMutex = space.mutex("bench");
        glibc = open(LockType.GC);
        glibcRobust = open(LockType.GCR);
        fileLock = open(LockType.FL);
    }

    private TestedMutex open(LockType type) {
        type.create(directory, LockType.SHARED);
        return type.mutex(directory, LockType.SHARED);
    }

    /** Deletes it. */
    @TearDown
    public void close() throws IOException {
        space.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Benchmark
    public long reentrantLock() {
        reentrantLock.lock();
        try {
            return ++guarded;
        } finally {
            reentrantLock.unlock();
        }
    }

    @Benchmark
    public long sharedMutex() {
        sharedMutex.lock();
        try {
            return ++guarded;
        } finally {
            sharedMutex.unlock();
        }
    }

    @Benchmark
    public long sharedMutexGuard() {
        try (LockGuard guard = sharedMutex.acquire()) {
            return guarded += guard.fencingToken();
        }
    }

    @Benchmark
    public long glibcMutex() {
        glibc.lock(tally);
        try {
            return ++guarded;
        } finally {
            glibc.unlock(tally);
        }
    }

    @Benchmark
    public long glibcRobustMutex() {
        glibcRobust.lock(tally);
        try {
            return ++guarded;
        } finally {
            glibcRobust.unlock(tally);
        }
    }

    @Benchmark
    public long fileLock() {
        fileLock.lock(tally);
        try {
            return ++guarded;
        } finally {
            fileLock.unlock(tally);
        }
    }
}
