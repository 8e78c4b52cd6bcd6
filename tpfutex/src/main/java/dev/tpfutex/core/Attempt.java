package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/** One attempt to take a futex word that has no owner (the trylock of TP futexes v6, patch 9). */
final class Attempt {

    private Attempt() {}

    /** As a passer-by, keeping both flags: ACQUIRED, EBUSY or ENOTRECOVERABLE. */
    static int steal(Port port, Task task, Lock lock) {
        return take(port, task, lock, FutexWord.WAITERS | FutexWord.OWNER_DIED);
    }

    /** As the top waiter, which is the one whom WAITERS is about. */
    static int asTopWaiter(Port port, Task task, Lock lock) {
        return take(port, task, lock, FutexWord.OWNER_DIED);
    }

    private static int take(Port port, Task task, Lock lock, int kept) {
        long word = port.getLong(lock.word());
        if (!FutexWord.isFree(word)) {
            return Errno.EBUSY.result();
        }
        if (FutexWord.ownerDied(word) && port.getInt(lock.consistency()) == LockLayout.NOT_RECOVERABLE) {
            return Errno.ENOTRECOVERABLE.result();
        }
        long mine = FutexWord.with(word, task.tid() | FutexWord.seedWord(word) & kept);
        boolean taken = port.compareAndSetLong(lock.word(), word, mine);
        return taken ? Status.ACQUIRED : Errno.EBUSY.result();
    }
}
