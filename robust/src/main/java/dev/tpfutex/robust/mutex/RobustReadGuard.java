package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.AcquireStatus;
import dev.tpfutex.api.ReadGuard;
import dev.tpfutex.core.Status;

/** One hold of a read lock. */
final class RobustReadGuard implements ReadGuard {

    private final RobustReadLock lock;
    private final Thread reader;
    private final int status;
    private boolean closed;

    RobustReadGuard(RobustReadLock lock, int status) {
        this.lock = lock;
        this.reader = Thread.currentThread();
        this.status = status;
    }

    @Override
    public AcquireStatus status() {
        return RobustGuard.statusOf(status);
    }

    @Override
    public int sleeps() {
        return Status.sleeps(status);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (reader != Thread.currentThread()) {
            throw lock.notReader();
        }
        closed = true;
        lock.close();
    }

    @Override
    public String toString() {
        return "ReadGuard[" + lock + ", " + status() + "]";
    }
}
