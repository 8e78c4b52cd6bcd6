package dev.tpfutex.core;

/** What the two sides of a lock on one TP-futex, its owners' and its readers', have in common. */
abstract class FutexLock {

    final TpFutex futex;
    final Lock lock;
    private final Port port;

    /** Offset of the word in longs: the compiler then knows that it is aligned. */
    private final long index;

    FutexLock(Port port, TpFutex futex, Lock lock) {
        this.port = port;
        this.futex = futex;
        this.lock = lock;
        this.index = lock.word() / Long.BYTES;
    }

    /** The port that the lock was made with; for a subclass to say if it knows that as a constant. */
    protected Port port() {
        return port;
    }

    /** Offset of the futex word. */
    final long word() {
        return index * Long.BYTES;
    }

    /** An error before this one's may have left lock and hold apart. */
    final void settleIfDoubtful(Hold hold) {
        if (hold.isDoubtful()) {
            futex.settleAfterError(hold, lock);
        }
    }

    /**
     * Frees the lock if an attempt failed because the word names the caller, which does not hold it: an error (no stack,
     * no memory) ended an earlier call half-way, or the word is damaged. True if so; it is to be tried again then.
     */
    final boolean freeIfNamed(Hold hold, int result) {
        boolean named = Errno.EDEADLK.is(result);
        if (named) {
            futex.abandon(hold.task(), lock);
        }
        return named;
    }

    /** A task's hold of this lock, to lock with; the same for both sides. */
    public final Hold prepare(Task task) {
        return task.prepare(lock.index());
    }

    /** A task's hold of this lock if it may have one, else null. */
    public final Hold find(Task task) {
        return task.find(lock.index());
    }
}
