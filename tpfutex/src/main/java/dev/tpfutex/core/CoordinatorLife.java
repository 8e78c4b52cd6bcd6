package dev.tpfutex.core;

import dev.tpfutex.shm.layout.ProcessLayout;

/**
 * The word of a process's record by which the kernel tells that the thread that coordinates has ended, as {@link
 * LifeWord} does of a task's thread. It is tied to that thread from the beginning of its term to the end: a coordinator
 * that ends in order unties it, and leaves 0.
 *
 * <p>Who takes office for a process clears a mark of that process's former terms before. So a mark that is seen while
 * the serving word names a term is about this term; and if damage has made it, one more election is all that comes of it.
 */
public final class CoordinatorLife {

    private CoordinatorLife() {}

    /** Whether the coordinator of a term is known to have ended without resigning. */
    public static boolean isMarked(Port port, long serving) {
        int process = ServingWord.process(serving);
        return isThere(port, process) && (port.getInt(at(port, process)) & FutexWord.OWNER_DIED) != 0;
    }

    /** What to sleep on beside an own word so as to be woken by the end of a coordinator; null if nothing. */
    static LifeWatch watch(Port port, long serving) {
        int process = ServingWord.process(serving);
        return isThere(port, process) ? LifeWord.watch(port, at(port, process)) : null;
    }

    /** Takes back the mark of a former term of the calling process. */
    public static void clear(Port port, int process) {
        int life = port.getInt(at(port, process));
        if ((life & FutexWord.OWNER_DIED) != 0) {
            // The kernel has let go of what is marked; what is tied must not be touched.
            port.compareAndSetInt(at(port, process), life, 0);
        }
    }

    /** Offset of the word of a process. */
    public static long at(Port port, int process) {
        return port.layout().process(process) + ProcessLayout.LIFE;
    }

    private static boolean isThere(Port port, int process) {
        return process >= 0 && process < port.layout().maxProcesses();
    }
}
