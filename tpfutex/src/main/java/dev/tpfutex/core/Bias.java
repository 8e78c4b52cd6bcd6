package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/**
 * When readers need not be counted (BRAVO: Dice and Kogan, "BRAVO: Biased Locking for Reader-Writer Locks", 2019).
 * Readers that get into each other's way at the word agree to leave it alone: one of them sets BIASED, and then each
 * only says in its own entry that it reads. A writer has to look at the entries of all tasks before it may enter, and
 * takes BIASED away with that; for a multiple of the time that this took it does not come back, so that writers never
 * spend more than a fixed part of their time on it.
 */
final class Bias {

    /** For how many times the duration of a revocation the word stays unbiased: costs writers 10 % at most. */
    private static final int REST_FACTOR = 9;

    /** Joins of one task that met others at the word, with no writer in between, before it sets the bias. */
    private static final int PATIENCE = 16;

    private final Port port;

    Bias(Port port) {
        this.port = port;
    }

    /** The task has been counted among the readers. */
    void joined(Lock lock, Hold hold, boolean metOthers) {
        if (metOthers && hold.meetings() >= PATIENCE) {
            offer(lock, hold);
        }
    }

    /** Has readers leave the word alone from now on, unless a writer has been here a short while ago; by a reader. */
    void offer(Lock lock, Hold hold) {
        hold.forgetMeetings();
        boolean allowed = (port.getInt(lock.at(LockLayout.ATTRIBUTES)) & LockLayout.NEVER_BIASED) == 0;
        if (!allowed || port.nanoTime() - port.getLong(lock.at(LockLayout.UNBIASED_UNTIL)) < 0) {
            return;
        }
        long word = port.getLong(lock.word());
        boolean somebodyWaits = port.getLong(lock.top()) != 0;
        if (!somebodyWaits && FutexWord.isShared(word) && FutexWord.isJoinable(word, Readers.FOR_NEWCOMERS)) {
            port.compareAndSetLong(lock.word(), word, word | FutexWord.BIASED);
        }
    }

    /** A writer has begun to take the bias back. */
    void revoking(Lock lock) {
        port.putLong(lock.at(LockLayout.REVOKING_SINCE), port.nanoTime());
    }

    /** All readers are counted: if that was for a writer's sake, the bias stays away for some time. */
    void revoked(Lock lock) {
        long since = port.getLong(lock.at(LockLayout.REVOKING_SINCE));
        if (since != 0) {
            long now = port.nanoTime();
            port.putLong(lock.at(LockLayout.UNBIASED_UNTIL), now + REST_FACTOR * (now - since));
            port.putLong(lock.at(LockLayout.REVOKING_SINCE), 0);
        }
    }
}
