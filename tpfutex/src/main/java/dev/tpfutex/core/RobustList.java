package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;
import java.util.HashMap;
import java.util.Map;

/**
 * The locks that one task holds or has an operation pending on, kept where whoever cleans up after it will
 * look: an array of {@link RobustEntry} in the task's slot. Unlike the kernel's list it does not run
 * through the locks, so that any number of cleaners may walk it, at once or again, while the locks already
 * have new owners.
 *
 * <p>A task that holds more locks than the array has room for records only how many are left out; its
 * cleaner then looks at every lock of the space. The last entry is kept for the pending operation, which is
 * always recorded.
 */
public final class RobustList {

    private static final int LAST = TaskLayout.ENTRY_COUNT - 1;
    private static final int ORDINARY = (1 << LAST) - 1;

    private final Port port;
    private final long base;
    private final int[] locks = new int[TaskLayout.ENTRY_COUNT];
    private final int[] holds = new int[TaskLayout.ENTRY_COUNT];
    private final Map<Integer, Integer> overflow = new HashMap<>();
    private int used;

    RobustList(Port port, long base) {
        this.port = port;
        this.base = base;
    }

    /** Records that an acquisition of {@code lock} begins; returns the entry to pass on. */
    int begin(int lock) {
        int free = ~used & ORDINARY;
        int entry = free == 0 ? LAST : Integer.numberOfTrailingZeros(free);
        used |= 1 << entry;
        locks[entry] = lock;
        store(entry, RobustEntry.of(lock, RobustEntry.ACQUIRING));
        return entry;
    }

    /** Records that the critical section begins. */
    void held(int entry) {
        int lock = locks[entry];
        if (entry == LAST) {
            overflow.put(lock, 1);
            storeOverflow();
            end(entry);
        } else {
            holds[entry] = 1;
            store(entry, RobustEntry.of(lock, RobustEntry.HELD));
        }
    }

    /** Records that the critical section of a held lock is over; returns the entry to pass to {@link #end}. */
    int releasing(int lock) {
        int entry = find(lock);
        if (entry < 0) {
            entry = LAST;
            used |= 1 << LAST;
            locks[LAST] = lock;
            store(LAST, RobustEntry.of(lock, RobustEntry.RELEASING));
            overflow.remove(lock);
            storeOverflow();
        } else {
            store(entry, RobustEntry.of(lock, RobustEntry.RELEASING));
        }
        return entry;
    }

    /** Records that nothing is pending any more and the lock is not held. */
    void end(int entry) {
        used &= ~(1 << entry);
        holds[entry] = 0;
        store(entry, 0);
    }

    /** Holds of {@code lock} by this task, 0 if it does not own it. */
    public int holds(int lock) {
        int entry = find(lock);
        return entry >= 0 ? holds[entry] : overflow.isEmpty() ? 0 : overflow.getOrDefault(lock, 0);
    }

    /** Adds {@code delta} to the holds of a lock that is held; returns the new number. */
    int addHolds(int lock, int delta) {
        int entry = find(lock);
        if (entry >= 0) {
            return holds[entry] = Math.addExact(holds[entry], delta);
        }
        return overflow.merge(lock, delta, Math::addExact);
    }

    /** Whether the task holds no lock and has no operation pending. Any thread may ask; racy then. */
    public boolean isEmpty() {
        return used == 0 && overflow.isEmpty();
    }

    private int find(int lock) {
        for (int rest = used & ORDINARY; rest != 0; rest &= rest - 1) {
            int entry = Integer.numberOfTrailingZeros(rest);
            if (locks[entry] == lock && holds[entry] > 0) {
                return entry;
            }
        }
        return -1;
    }

    private void store(int entry, int value) {
        port.putIntOrdered(base + TaskLayout.ENTRIES + (long) entry * Integer.BYTES, value);
    }

    private void storeOverflow() {
        port.putIntOrdered(base + TaskLayout.OVERFLOW, overflow.size());
    }
}
