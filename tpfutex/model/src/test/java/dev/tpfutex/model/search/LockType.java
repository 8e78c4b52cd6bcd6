package dev.tpfutex.model.search;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.shm.layout.LockLayout;

/**
 * Which lock a scenario is about.
 *
 * @param kind of {@link LockLayout}
 * @param attributes of a reader-writer lock
 * @param word at the beginning, its lower half
 * @param biasIsOffered whether somebody may have readers leave the word alone
 */
record LockType(int kind, int attributes, int word, boolean biasIsOffered) {

    static final LockType MUTEX = new LockType(LockLayout.KIND_MUTEX, 0, 0, false);

    /** Whether readers may leave the word alone. */
    boolean mayBeBiased() {
        return biasIsOffered || FutexWord.isShared(word);
    }

    boolean hasReaders() {
        return kind == LockLayout.KIND_RWLOCK;
    }
}
