package dev.tpfutex.bench.lock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * FL: the JDK's file locks, shared for readers. A file's lock belongs to the whole JVM, so the threads agree by a lock of
 * their own, and the first reader of the JVM gets the file's shared lock for all of them, which the last one gives back.
 */
final class FileRwLock implements TestedRwLock {

    private final FileChannel channel;
    private final ReentrantReadWriteLock threads = new ReentrantReadWriteLock();
    private final Object readersGuard = new Object();
    private int readers;
    private FileLock held;

    FileRwLock(Path file) {
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void lock(Tally tally) {
        threads.writeLock().lock();
        held = lockFile(false);
    }

    @Override
    public void unlock(Tally tally) {
        release(held);
        threads.writeLock().unlock();
    }

    @Override
    public void lockShared(Tally tally) {
        threads.readLock().lock();
        synchronized (readersGuard) {
            if (readers++ == 0) {
                held = lockFile(true);
            }
        }
    }

    @Override
    public void unlockShared(Tally tally) {
        synchronized (readersGuard) {
            if (--readers == 0) {
                release(held);
            }
        }
        threads.readLock().unlock();
    }

    private FileLock lockFile(boolean shared) {
        try {
            return channel.lock(0, 1, shared);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void release(FileLock lock) {
        try {
            lock.release();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        throw new UnsupportedOperationException("file locks have no time-out");
    }

    @Override
    public boolean lockShared(Tally tally, long nanos) {
        throw new UnsupportedOperationException("file locks have no time-out");
    }

    @Override
    public long residue() {
        return threads.isWriteLocked() ? 1 : threads.getReadLockCount();
    }
}
