package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The locks that one task may hold or be about to, kept where whoever cleans up after it will look: an array in
 * the task's slot. Unlike the kernel's list (set_robust_list(2)) it does not run through the locks, so that any
 * number of cleaners may walk it, at once or again, while the locks already have new owners.
 *
 * <p>An entry is written before the first compare-and-exchange on a lock and stays until its place is needed: an
 * entry too many costs a cleaner one look, and a thread that uses the same locks again and again never writes
 * here. What the task was doing with a lock, the lock itself tells ({@link FutexWord}), but for a reader, whose entry
 * does ({@link RobustEntry}).
 *
 * <p>A task that holds more locks than the array has room for raises the overflow word; its cleaner then looks at
 * every lock of the space. The one that such a task is just taking or giving up is named by the overflow-pending word.
 */
public abstract class RobustList {

    private static final int COUNT = TaskLayout.ENTRY_COUNT;
    private static final int NONE = -1;

    private final Port port;
    private final long base;
    private final Hold[] entries = new Hold[COUNT];
    /** Concurrent, because other threads may ask whether the task is busy. */
    private final Map<Integer, Hold> overflow = new ConcurrentHashMap<>();
    private volatile int waitingFor = NONE;

    RobustList(Port port, long base) {
        this.port = port;
        this.base = base;
    }

    /** This task's hold of a lock, listed, so that the lock may be taken with it. */
    public final Hold prepare(int lock) {
        Hold hold = find(lock);
        return hold != null ? hold : list(newHold(lock));
    }

    /** This task's hold of a lock if it is listed, else null. */
    public final Hold find(int lock) {
        Hold hold = entries[place(lock)];
        if (hold != null && hold.lock() == lock) {
            return hold;
        }
        for (Hold other : entries) {
            if (other != null && other.lock() == lock) {
                return other;
            }
        }
        return overflow.isEmpty() ? null : overflow.get(lock);
    }

    /** A wait for a lock begins. */
    final void beginWait(int lock) {
        waitingFor = lock;
    }

    /** The wait has ended. */
    final void endWait() {
        waitingFor = NONE;
    }

    /** A lock that had no entry is about to be given up: its word still names the task. */
    final void unlist(Hold hold) {
        overflow.remove(hold.lock());
        // Said before the overflow word stops a cleaner from looking everywhere.
        port.putIntOrdered(base + TaskLayout.OVERFLOW_PENDING, hold.lock() + 1);
        if (overflow.isEmpty()) {
            port.putIntOrdered(base + TaskLayout.OVERFLOW, 0);
        }
    }

    /** Whether the task holds no lock and waits for none. Any thread may ask; racy then. */
    public final boolean isIdle() {
        return anyBusy() == NONE;
    }

    /** Some lock that the task holds or waits for, a negative number if none. Racy for other threads. */
    public final int anyBusy() {
        for (Hold hold : entries) {
            if (hold != null && hold.isInUse()) {
                return hold.lock();
            }
        }
        for (Hold hold : overflow.values()) {
            if (hold.isInUse()) {
                return hold.lock();
            }
        }
        return waitingFor;
    }

    /** Whether the task waits for a lock. Racy for other threads. */
    public final boolean isWaitingFor(int lock) {
        return waitingFor == lock;
    }

    /** A hold of the task's on a lock, not yet listed. */
    abstract Hold newHold(int lock);

    /** Most locks have a place of their own: found without a search. */
    private static int place(int lock) {
        return lock & COUNT - 1;
    }

    private Hold list(Hold hold) {
        for (int i = 0; i < COUNT; i++) {
            int candidate = place(hold.lock()) + i & COUNT - 1;
            Hold former = entries[candidate];
            if (former == null || !former.isInUse()) {
                // Should an error (no stack) come in between, the list has neither, and the next use of each begins here.
                entries[candidate] = null;
                if (former != null) {
                    former.unlisted();
                }
                long at = base + TaskLayout.ENTRIES + (long) candidate * Integer.BYTES;
                port.putIntOrdered(at, RobustEntry.of(hold.lock()));
                hold.listed(at);
                entries[candidate] = hold;
                return hold;
            }
        }
        // Said before the lock can be ours, and taken back only when no such lock is held any more.
        port.putIntOrdered(base + TaskLayout.OVERFLOW, 1);
        port.putIntOrdered(base + TaskLayout.OVERFLOW_PENDING, hold.lock() + 1);
        hold.overflowed();
        overflow.put(hold.lock(), hold);
        return hold;
    }
}
