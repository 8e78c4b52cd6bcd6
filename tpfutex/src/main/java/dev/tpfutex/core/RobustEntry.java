package dev.tpfutex.core;

/**
 * One entry of a task's robust list: a lock and what the task is doing with it. Because the entry itself
 * says whether the operation is pending, one store does the work of the kernel's list and its
 * {@code list_op_pending} (set_robust_list(2)).
 *
 * <ol>
 *   <li>{@code 0}: empty.
 *   <li>{@code ACQUIRING}: from before the first compare-and-exchange until the critical section begins. If
 *       the word names the dead task, it had not entered: released without OWNER_DIED.
 *   <li>{@code HELD}: in the critical section: released with OWNER_DIED.
 *   <li>{@code RELEASING}: the critical section is over: released without OWNER_DIED; a wake-up may be owed.
 * </ol>
 */
public final class RobustEntry {

    public static final int ACQUIRING = 1;
    public static final int HELD = 2;
    public static final int RELEASING = 3;

    private RobustEntry() {}

    public static int of(int lock, int state) {
        return lock << 2 | state;
    }

    public static int lock(int entry) {
        return entry >>> 2;
    }

    public static int state(int entry) {
        return entry & 3;
    }
}
