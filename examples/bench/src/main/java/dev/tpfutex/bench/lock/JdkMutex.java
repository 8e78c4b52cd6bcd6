package dev.tpfutex.bench.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** JUC: the JDK's lock for the threads of one JVM. Nothing that processes share: the ceiling. */
final class JdkMutex implements TestedMutex {

    private final ReentrantLock lock = new ReentrantLock();

    @Override
    public void lock(Tally tally) {
        lock.lock();
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        try {
            return lock.tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    @Override
    public void unlock(Tally tally) {
        lock.unlock();
    }

    @Override
    public long residue() {
        return lock.isLocked() ? 1 : 0;
    }
}
