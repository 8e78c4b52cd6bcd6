package dev.tpfutex.core;

import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.TaskLayout;

/**
 * What a task says in its slot of a wait that has lasted for {@link #NANOS}, so that deadlocks can be found: one word,
 * with the lock and the mode of the wait beside it.
 *
 * <pre>
 *  63..3                                     2     1       0
 *  when it began, of the monotonic clock     TOLD  BROKEN  BREAKABLE
 * </pre>
 *
 * No two waits of a slot begin at the same time, so the upper part names the wait, and whoever acts on another one does
 * so by a compare-and-exchange that fails.
 * <ol>
 *   <li>{@code 0}: no long wait.
 *   <li>{@code BREAKABLE}: the task may be told to give up. Said by itself.
 *   <li>{@code BREAKABLE|BROKEN}: it is to give up. Said by the host of the coordinator, and taken back by it if the task does
 *       not and another is to, or by the task if it finds no deadlock any more. From here the task goes to 1 as it gives
 *       up: whom the host has told not to does not.
 * </ol>
 * TOLD may stand beside each but the first: a deadlock of which the wait is a part has been reported.
 */
public final class LongWait {

    /** From then on a wait is long. */
    public static final long NANOS = 1_000_000_000;

    private static final long BREAKABLE = 1;
    private static final long BROKEN = 2;
    private static final long TOLD = 4;
    private static final long FLAGS = BREAKABLE | BROKEN | TOLD;

    private LongWait() {}

    // ---- by the task ---------------------------------------------------------------------------

    /**
     * Says that the calling thread's task has waited for long, and has the host of the coordinator look. Returns what the
     * slot says.
     *
     * @param mode of {@link TaskLayout}
     * @param began by {@link Port#nanoTime}
     * @param breakable whether the task may be told to give up
     */
    public static long begin(Port port, Task task, int lock, int mode, long began, boolean breakable) {
        long wait = began & ~FLAGS | (breakable ? BREAKABLE : 0);
        port.putInt(task.base() + TaskLayout.LONG_WAIT_LOCK, lock);
        port.putInt(task.base() + TaskLayout.LONG_WAIT_MODE, mode);
        port.putLong(task.base() + TaskLayout.LONG_WAIT, wait);
        port.getAndAddInt(port.layout().coordinator() + CoordinatorLayout.LONG_WAITS, 1);
        // Not only a ring: a coordinator that is just falling asleep looks for submissions once more.
        Submissions.submit(port, task.slot());
        return wait;
    }

    /** The wait is over. */
    public static void end(Port port, Task task) {
        port.putLong(task.base() + TaskLayout.LONG_WAIT, 0);
    }

    /** Whether the task is to give up the wait that it has begun. */
    public static boolean isBroken(Port port, Task task, long begun) {
        long wait = of(port, task.slot());
        return isSame(wait, begun) && isBreakable(begun) && isBroken(wait);
    }

    /** The task gives up, and its slot says no more of the wait; false if it is not to any more. */
    public static boolean giveUp(Port port, Task task, long begun) {
        for (;;) {
            long wait = of(port, task.slot());
            if (!isSame(wait, begun) || !isBroken(wait)) {
                return false;
            }
            if (port.compareAndSetLong(task.base() + TaskLayout.LONG_WAIT, wait, 0)) {
                return true;
            }
        }
    }

    /** The task does not give up after all. */
    public static void goOn(Port port, Task task) {
        long wait = of(port, task.slot());
        port.compareAndSetLong(task.base() + TaskLayout.LONG_WAIT, wait, wait & ~BROKEN);
    }

    // ---- by others -----------------------------------------------------------------------------

    /** How many have begun so far; another number than before is a reason to look. */
    public static int begun(Port port) {
        return port.getInt(port.layout().coordinator() + CoordinatorLayout.LONG_WAITS);
    }

    /** What a slot says of its task's long wait, 0 if it has none. */
    public static long of(Port port, int slot) {
        return port.getLong(at(port, slot));
    }

    /** When a wait began, within some nanoseconds. */
    public static long began(long wait) {
        return wait & ~FLAGS;
    }

    /** Whether two words are about the same wait of a slot. */
    public static boolean isSame(long wait, long other) {
        return began(wait) == began(other);
    }

    public static boolean isBreakable(long wait) {
        return (wait & BREAKABLE) != 0;
    }

    public static boolean isBroken(long wait) {
        return (wait & BROKEN) != 0;
    }

    public static boolean isTold(long wait) {
        return (wait & TOLD) != 0;
    }

    /** Notes that a wait has been reported as a part of a deadlock. */
    public static void tell(Port port, int slot, long wait) {
        mark(port, slot, wait, TOLD);
    }

    /** Has the task of a slot give up this wait, which must be breakable; false if that is over. */
    public static boolean breakUp(Port port, int slot, long wait) {
        boolean marked = mark(port, slot, wait, BROKEN);
        if (marked) {
            Parker.unparkSurely(port, slot);
        }
        return marked;
    }

    /** Has the task of a slot not give up this wait after all; false if it was not to any more, or has done so. */
    public static boolean withdraw(Port port, int slot, long wait) {
        for (;;) {
            long now = of(port, slot);
            if (!isSame(now, wait) || !isBroken(now)) {
                return false;
            }
            if (port.compareAndSetLong(at(port, slot), now, now & ~BROKEN)) {
                return true;
            }
        }
    }

    private static boolean mark(Port port, int slot, long wait, long flag) {
        for (;;) {
            long now = of(port, slot);
            if (now == 0 || !isSame(now, wait)) {
                return false;
            }
            if (port.compareAndSetLong(at(port, slot), now, now | flag)) {
                return true;
            }
        }
    }

    /** One deadlock more has been found. */
    public static void countDeadlock(Port port) {
        port.getAndAddInt(deadlocksAt(port), 1);
    }

    /** Deadlocks found so far. */
    public static long deadlocks(Port port) {
        return Integer.toUnsignedLong(port.getInt(deadlocksAt(port)));
    }

    private static long deadlocksAt(Port port) {
        return port.layout().coordinator() + CoordinatorLayout.DEADLOCKS;
    }

    private static long at(Port port, int slot) {
        return port.layout().task(slot) + TaskLayout.LONG_WAIT;
    }
}
