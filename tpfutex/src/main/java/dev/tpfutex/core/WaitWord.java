package dev.tpfutex.core;

/**
 * The wait word of a task slot: a ticket, new for each time the task queues up, and a state. The ticket
 * makes every late action of an old coordinator fail.
 *
 * <ol>
 *   <li>{@code IDLE}: not in a queue.
 *   <li>{@code QUEUED}: written by the task; it waits to be granted the role of its wait lock.
 *   <li>{@code GRANTED}: the role is the task's to take. Written by a coordinator, by
 *       compare-and-exchange from QUEUED; a task that gives up goes QUEUED to IDLE the same way, so one of
 *       the two wins.
 * </ol>
 */
public final class WaitWord {

    public static final int IDLE = 0;
    public static final int QUEUED = 1;
    public static final int GRANTED = 2;

    private WaitWord() {}

    public static long of(int ticket, int state) {
        return (long) ticket << Integer.SIZE | state;
    }

    public static int ticket(long wait) {
        return (int) (wait >>> Integer.SIZE);
    }

    public static int state(long wait) {
        return (int) wait;
    }
}
