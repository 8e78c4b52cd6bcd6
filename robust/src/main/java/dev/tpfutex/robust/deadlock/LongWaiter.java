package dev.tpfutex.robust.deadlock;

import dev.tpfutex.core.Lock;
import dev.tpfutex.core.LongWait;

/**
 * A task that has waited for long.
 *
 * @param word what its slot said of that, see {@link LongWait}
 * @param mode what for, of {@link dev.tpfutex.shm.layout.TaskLayout}
 */
record LongWaiter(int slot, int tid, long word, Lock lock, int mode) {

    /** Whether it is the same wait, looked at another time. */
    boolean isSameAs(LongWaiter other) {
        return tid == other.tid && LongWait.isSame(word, other.word);
    }
}
