package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;

/**
 * The hand-off that a top waiter is due by the clock. It asks for one itself (TP futexes v6, patch 11), if it gets a
 * processor to do so: where more threads run than there are processors, one that has slept or polled may have to wait
 * for several time slices of the others, who take the lock among themselves meanwhile. So those who run ask on its
 * behalf, from the time at which it took the role.
 */
public final class DueHandOff {

    /** After this long without the lock the next unlocker must pass it on (TP futexes v6, patch 11). */
    static final long NANOS = 5_000_000;

    /** After so long one who has to wait for readers gets the lock from the last of them. */
    private static final long AFTER_READERS_NANOS = 50_000;

    private static final long WAITERS = Integer.toUnsignedLong(FutexWord.WAITERS);

    private DueHandOff() {}

    /** Whether the top waiter, as {@code top} has it, is to get the lock from the one who is about to give it up. */
    static boolean isDue(Port port, Lock lock, long top) {
        if (TopWord.has(top, TopWord.HANDOFF)) {
            return true;
        }
        long waited = waited(port, top);
        return waited >= NANOS
                || waited >= AFTER_READERS_NANOS
                        && !TopWord.has(top, TopWord.READER)
                        && FutexWord.isShared(port.getLong(lock.word()));
    }

    /**
     * Asks for the hand-off if the top waiter, as {@code top} has it, should have done so by now. One attempt. A reader can
     * join readers without one.
     */
    public static void askIfDue(Port port, Lock lock, long top) {
        if (waited(port, top) < NANOS
                || TopWord.has(top, TopWord.READER) && FutexWord.isShared(port.getLong(lock.word()))) {
            return;
        }
        if (TopWord.has(top, TopWord.HANDOFF)
                || port.compareAndSetLong(lock.top(), top, top | TopWord.HANDOFF)) {
            mark(port, lock);
        }
    }

    /** How long a task has been the top waiter, right after it has become that perhaps since the time before; 0 if none waits. */
    private static long waited(Port port, long top) {
        int slot = Tid.slot(TopWord.tid(top));
        boolean waits = TopWord.tid(top) != 0 && !TopWord.has(top, TopWord.CLAIMED | TopWord.UPGRADABLE);
        long since = waits && slot < port.layout().maxTasks()
                ? port.getLong(port.layout().task(slot) + TaskLayout.TOP_SINCE)
                : 0;
        return since == 0 ? 0 : port.nanoTime() - since;
    }

    /** With WAITERS in the word nobody joins the readers, and whoever unlocks comes by. One attempt. */
    public static void mark(Port port, Lock lock) {
        long word = port.getLong(lock.word());
        if (!FutexWord.isFree(word) && !FutexWord.isBiased(word) && !FutexWord.hasWaiters(word)) {
            port.compareAndSetLong(lock.word(), word, word | WAITERS);
        }
    }
}
