package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;

/**
 * Puts a task to sleep on its own park word and wakes it, across processes (the three states of
 * {@code std::thread::park} in Rust's futex parker).
 *
 * <ol>
 *   <li>{@code EMPTY}: awake, no wake-up pending.
 *   <li>{@code NOTIFIED}: a wake-up is pending; the next park returns at once.
 *   <li>{@code PARKED}, {@code PARKED_VIRTUAL}: asleep or about to be; a waker owes a call.
 * </ol>
 * A wake-up may come late, twice or for nothing: the sleeper looks at what it waits for after each park.
 */
public final class Parker {

    static final int EMPTY = 0;
    static final int NOTIFIED = 1;
    static final int PARKED = -1;
    static final int PARKED_VIRTUAL = -2;

    private Parker() {}

    /**
     * Sleeps until woken, {@code nanos} have passed, an interrupt if asked for, the end of the thread of
     * {@code other} if that is not null, or for no reason.
     */
    static void park(Port port, Task task, long nanos, boolean interruptible, LifeWatch other) {
        long at = task.base() + TaskLayout.PARK;
        int parked = port.onVirtualThread() ? PARKED_VIRTUAL : PARKED;
        if (port.compareAndSetInt(at, EMPTY, parked)) {
            port.parkWhileAlive(task, at, parked, nanos, interruptible, other);
        }
        port.getAndSetInt(at, EMPTY);
    }

    /** Wakes the task of a slot; true if it was asleep. */
    public static boolean unpark(Port port, int slot) {
        long at = port.layout().task(slot) + TaskLayout.PARK;
        int before = port.getAndSetInt(at, NOTIFIED);
        if (before == PARKED) {
            port.wakeWord(at);
        } else if (before == PARKED_VIRTUAL) {
            port.wakeVirtual(slot);
        }
        return before < EMPTY;
    }

    /**
     * Wakes the task of a slot even if the park word says that somebody has done so: that somebody may have
     * died between its store and its call.
     */
    public static void unparkSurely(Port port, int slot) {
        long at = port.layout().task(slot) + TaskLayout.PARK;
        port.putInt(at, NOTIFIED);
        port.wakeWord(at);
        port.wakeVirtual(slot);
    }

    /** Whether the task of a slot sleeps with us. */
    public static boolean isParked(Port port, int slot) {
        return port.getInt(port.layout().task(slot) + TaskLayout.PARK) < EMPTY;
    }
}
