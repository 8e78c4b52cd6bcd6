package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/** Frees a lock whose owner will never unlock it: it is dead, or an error ended its call half-way. */
public final class LostOwner {

    private LostOwner() {}

    /**
     * Takes {@code tid} out of the lock's word, if it is there. Was it inside, the next owner is told; a hand-off
     * that it had claimed is ended. Waking the top waiter is the caller's business.
     *
     * @return whether it was there
     */
    public static boolean release(Port port, Lock lock, int tid) {
        for (;;) {
            long word = port.getLong(lock.word());
            if (FutexWord.tid(word) != tid) {
                return false;
            }
            boolean inside = FutexWord.isInside(word);
            int mark = inside ? FutexWord.OWNER_DIED : FutexWord.seedWord(word) & FutexWord.OWNER_DIED;
            long top = port.getLong(lock.top());
            int heir = TopWord.has(top, TopWord.CLAIMED) ? TopWord.tid(top) : 0;
            if (port.compareAndSetLong(lock.word(), word, FutexWord.with(word, heir | mark))) {
                if (inside) {
                    port.getAndAddInt(lock.at(LockLayout.OWNER_DEATHS), 1);
                    port.ownerDied(lock, tid);
                }
                return true;
            }
        }
    }
}
