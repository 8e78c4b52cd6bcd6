package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/** Whether readers may join those who have a reader-writer lock (seed 000, patches 16 and 17). */
public final class Readers {

    /** Flags of the word that keep a newcomer from it. */
    static final int FOR_NEWCOMERS = FutexWord.WAITERS
            | FutexWord.OWNER_DIED
            | FutexWord.SHARED_UNLOCK
            | FutexWord.RECOUNT;

    /** Flags of the word that keep everybody from it, also one whose turn it is. */
    static final int FOR_ALL = FOR_NEWCOMERS & ~FutexWord.WAITERS;

    private Readers() {}

    /** Whether readers have the lock, and others that are not the top waiter may join them. */
    public static boolean mayJoin(Port port, Lock lock) {
        long word = port.getLong(lock.word());
        return FutexWord.isShared(word)
                && (FutexWord.isBiased(word) || FutexWord.isJoinable(word, obstacles(port, lock)));
    }

    /** Where readers are preferred they join past those who wait, until the top waiter asks for a hand-off. */
    static int obstacles(Port port, Lock lock) {
        boolean preferred = (port.getInt(lock.at(LockLayout.ATTRIBUTES)) & LockLayout.PREFER_READERS) != 0;
        return preferred && !TopWord.has(port.getLong(lock.top()), TopWord.HANDOFF) ? FOR_ALL : FOR_NEWCOMERS;
    }
}
