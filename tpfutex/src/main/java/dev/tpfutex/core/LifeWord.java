package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;

/**
 * The word of a task's slot by which the kernel tells that the task's thread has ended. It does so as the thread
 * begins to exit, after its last store and long before its process is gone: that takes milliseconds, or seconds if
 * the process has much memory. It wakes one of those who sleep on the word.
 *
 * <pre>
 *  31       30          29..0
 *  sleepers owner died  the kernel's thread id; 0 for a virtual thread, and where the system cannot do this
 * </pre>
 *
 * The flags are the kernel's, which those of {@link FutexWord} are named after.
 *
 * Only the issuer of the slot resets the word, before its tid can be seen anywhere: that a word which names a tid
 * was read before, and then the mark, makes the mark one about that tid or a later one.
 */
public final class LifeWord {

    private LifeWord() {}

    /** Whether the thread of a task slot is known to have ended. */
    public static boolean isMarked(Port port, int slot) {
        return slot < port.layout().maxTasks() && (port.getInt(at(port, slot)) & FutexWord.OWNER_DIED) != 0;
    }

    /** Whether the thread of a task slot is known to be there still. */
    public static boolean isTied(Port port, int slot) {
        int life = port.getInt(at(port, slot));
        return life != 0 && (life & FutexWord.OWNER_DIED) == 0;
    }

    /** What to sleep on beside an own word so as to be woken by the end of a thread; null if nothing. */
    public static LifeWatch watch(Port port, int slot) {
        return slot < port.layout().maxTasks() ? watch(port, at(port, slot)) : null;
    }

    /** As above, of the word at an offset. */
    static LifeWatch watch(Port port, long at) {
        for (;;) {
            int life = port.getInt(at);
            if (life == 0 || (life & FutexWord.OWNER_DIED) != 0) {
                return null;
            }
            int watched = life | FutexWord.WAITERS;
            if (life == watched || port.compareAndSetInt(at, life, watched)) {
                return new LifeWatch(at, watched);
            }
        }
    }

    /** Offset of the word of a slot. */
    public static long at(Port port, int slot) {
        return port.layout().task(slot) + TaskLayout.LIFE;
    }
}
