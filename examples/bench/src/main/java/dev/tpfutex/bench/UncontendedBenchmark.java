package dev.tpfutex.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Lock and unlock by one thread while no other wants the lock; {@link ReentrantLock} is the yardstick. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class UncontendedBenchmark {

    private final ReentrantLock reentrantLock = new ReentrantLock();

    private long guarded;

    @Benchmark
    public long reentrantLock() {
        reentrantLock.lock();
        try {
            return ++guarded;
        } finally {
            reentrantLock.unlock();
        }
    }
}
