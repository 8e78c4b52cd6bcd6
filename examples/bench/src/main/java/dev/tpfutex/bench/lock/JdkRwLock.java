package dev.tpfutex.bench.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** JUC: the JDK's reader-writer lock for the threads of one JVM: the ceiling. */
final class JdkRwLock implements TestedRwLock {

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    @Override
    public void lock(Tally tally) {
        lock.writeLock().lock();
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        return within(lock.writeLock(), nanos);
    }

    @Override
    public void unlock(Tally tally) {
        lock.writeLock().unlock();
    }

    @Override
    public void lockShared(Tally tally) {
        lock.readLock().lock();
    }

    @Override
    public boolean lockShared(Tally tally, long nanos) {
        return within(lock.readLock(), nanos);
    }

    @Override
    public void unlockShared(Tally tally) {
        lock.readLock().unlock();
    }

    private static boolean within(Lock lock, long nanos) {
        try {
            return lock.tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    @Override
    public long residue() {
        return lock.isWriteLocked() ? 1 : lock.getReadLockCount();
    }
}
