package dev.tpfutex.core;

import dev.tpfutex.shm.layout.TaskLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The locks that one task may hold or be about to, kept where whoever cleans up after it will look: an array in
 * the task's slot. Unlike the kernel's list (set_robust_list(2)) it does not run through the locks, so that any
 * number of cleaners may walk it, at once or again, while the locks already have new owners.
 *
 * <p>An entry is written before the first compare-and-exchange on a lock and stays until its place is needed: an
 * entry too many costs a cleaner one look, and a thread that uses the same locks again and again never writes
 * here. What the task was doing with a lock, the lock itself tells ({@link FutexWord}).
 *
 * <p>A task that holds more locks than the array has room for raises the overflow word; its cleaner then looks at
 * every lock of the space. The one that such a task is just taking or giving up is named by the overflow-pending word.
 */
public abstract class RobustList {

    private static final int COUNT = TaskLayout.ENTRY_COUNT;
    private static final int NONE = -1;

    private final Port port;
    private final long base;
    private final int[] locks = new int[COUNT];
    private final int[] holds = new int[COUNT];
    private final long[] words = new long[COUNT];
    private final Map<Integer, Integer> overflow = new HashMap<>();
    private int pending = NONE;

    RobustList(Port port, long base) {
        this.port = port;
        this.base = base;
        Arrays.fill(locks, NONE);
    }

    /** Makes sure that an entry names {@code lock}; to be called before an operation on it. */
    final void prepare(int lock) {
        if (locks[place(lock)] != lock) {
            prepareAnew(lock);
        }
    }

    /** An operation that may take long has begun: the task is busy with the lock. */
    final void begin(int lock) {
        pending = lock;
    }

    /** That operation has ended. */
    final void end() {
        pending = NONE;
    }

    /** The task owns the lock now, and this is the word that says so. */
    final void held(int lock, long word) {
        int place = place(lock);
        if (locks[place] == lock) {
            holds[place] = 1;
            words[place] = word;
        } else {
            setHolds(lock, 1);
        }
    }

    /** What to expect in the word of a lock that is held; a guess, of use for a compare-and-exchange. */
    final long heldWord(int lock) {
        int place = place(lock);
        return locks[place] == lock ? words[place] : 0;
    }

    /** The task is about to give the lock up, or has. */
    final void released(int lock) {
        int place = place(lock);
        if (locks[place] == lock) {
            holds[place] = 0;
        } else {
            setHolds(lock, 0);
        }
    }

    /** Holds of {@code lock} by this task, 0 if it does not own it. */
    public final int holds(int lock) {
        int place = place(lock);
        return locks[place] == lock ? holds[place] : holdsElsewhere(lock);
    }

    /** Adds {@code delta} to the holds of a lock that is held. */
    final void addHolds(int lock, int delta) {
        setHolds(lock, Math.addExact(holds(lock), delta));
    }

    /** Whether the task holds no lock and waits for none. Any thread may ask; racy then. */
    public final boolean isIdle() {
        if (pending != NONE || !overflow.isEmpty()) {
            return false;
        }
        for (int count : holds) {
            if (count != 0) {
                return false;
            }
        }
        return true;
    }

    /** Some lock that the task holds or waits for, a negative number if none. Racy for other threads. */
    public final int anyBusy() {
        for (int i = 0; i < COUNT; i++) {
            if (holds[i] != 0) {
                return locks[i];
            }
        }
        return pending;
    }

    /** Most locks have a place of their own: found without a search. */
    private static int place(int lock) {
        return lock & COUNT - 1;
    }

    private void prepareAnew(int lock) {
        if (find(lock) != NONE || overflow.containsKey(lock)) {
            return;
        }
        int place = place(lock);
        for (int i = 0; i < COUNT; i++) {
            int candidate = place + i & COUNT - 1;
            if (holds[candidate] == 0) {
                locks[candidate] = lock;
                port.putIntOrdered(base + TaskLayout.ENTRIES + (long) candidate * Integer.BYTES, lock + 1);
                return;
            }
        }
        // Said before the lock can be ours, and taken back only when no such lock is held any more.
        port.putIntOrdered(base + TaskLayout.OVERFLOW, 1);
        port.putIntOrdered(base + TaskLayout.OVERFLOW_PENDING, lock + 1);
    }

    private int find(int lock) {
        for (int i = 0; i < COUNT; i++) {
            if (locks[i] == lock) {
                return i;
            }
        }
        return NONE;
    }

    private int holdsElsewhere(int lock) {
        int entry = find(lock);
        return entry != NONE ? holds[entry] : overflow.isEmpty() ? 0 : overflow.getOrDefault(lock, 0);
    }

    private void setHolds(int lock, int count) {
        int entry = find(lock);
        if (entry != NONE) {
            holds[entry] = count;
        } else if (count > 0) {
            overflow.put(lock, count);
        } else if (overflow.remove(lock) != null) {
            // The word still names the task: said before the overflow word stops a cleaner from looking everywhere.
            port.putIntOrdered(base + TaskLayout.OVERFLOW_PENDING, lock + 1);
            if (overflow.isEmpty()) {
                port.putIntOrdered(base + TaskLayout.OVERFLOW, 0);
            }
        }
    }
}
