package dev.tpfutex.bench.lock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * FL: what the JDK has for processes. A file's lock belongs to the whole JVM, so its threads agree by a lock of their own
 * first.
 */
final class FileMutex implements TestedMutex {

    /** Between two attempts within a time: the file's lock has none. */
    private static final long POLL_NANOS = 100_000;

    private final FileChannel channel;
    private final ReentrantLock threads = new ReentrantLock();
    private FileLock held;

    FileMutex(Path file) {
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void lock(Tally tally) {
        threads.lock();
        try {
            held = channel.lock();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public boolean lock(Tally tally, long nanos) {
        long deadline = Deadline.after(nanos);
        try {
            if (!threads.tryLock(nanos, TimeUnit.NANOSECONDS)) {
                return false;
            }
            for (held = channel.tryLock(); held == null; held = channel.tryLock()) {
                if (Deadline.isOver(deadline)) {
                    threads.unlock();
                    return false;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            return true;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException nobody) {
            throw new IllegalStateException(nobody);
        }
    }

    @Override
    public void unlock(Tally tally) {
        try {
            held.release();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        threads.unlock();
    }

    @Override
    public long residue() {
        return threads.isLocked() ? 1 : 0;
    }
}
