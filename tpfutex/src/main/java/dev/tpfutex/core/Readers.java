package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.function.IntConsumer;

/** Who reads under a reader-writer lock, and whether others may join them (TP futexes v6, patches 16 and 17). */
public final class Readers {

    /** Flags of the word that keep a newcomer from it. */
    static final int FOR_NEWCOMERS = FutexWord.WAITERS
            | FutexWord.OWNER_DIED
            | FutexWord.SHARED_UNLOCK
            | FutexWord.RECOUNT;

    /** Flags of the word that keep everybody from it, also one whose turn it is. */
    static final int FOR_ALL = FOR_NEWCOMERS & ~FutexWord.WAITERS;

    private Readers() {}

    /** Whether readers have the lock, and others that are not the top waiter may join them. */
    public static boolean mayJoin(Port port, Lock lock) {
        long word = port.getLong(lock.word());
        return FutexWord.isShared(word)
                && (FutexWord.isBiased(word) || FutexWord.isJoinable(word, obstacles(port, lock)));
    }

    /** One who does not wait joins past those who do, until the top waiter asks for a hand-off or an upgrade. */
    static int obstaclesToOneAttempt(Port port, Lock lock) {
        boolean isUrgent = TopWord.has(port.getLong(lock.top()), TopWord.HANDOFF | TopWord.UPGRADABLE);
        return isUrgent ? FOR_NEWCOMERS : FOR_ALL;
    }

    /** Where readers are preferred they join past those who wait, until the top waiter asks for a hand-off. */
    static int obstacles(Port port, Lock lock) {
        boolean preferred = (port.getInt(lock.at(LockLayout.ATTRIBUTES)) & LockLayout.PREFER_READERS) != 0;
        long top = port.getLong(lock.top());
        // Without anybody in the role, or granted it, WAITERS says nothing.
        boolean nobodyWaits = TopWord.tid(top) == 0 && !TopWord.has(top, TopWord.HOLD);
        return nobodyWaits || preferred && !TopWord.has(top, TopWord.HANDOFF) ? FOR_ALL : FOR_NEWCOMERS;
    }

    /** Calls back with the tid of each task that reads under the lock; for looking only. */
    public static void forEach(Port port, Lock lock, IntConsumer action) {
        forEach(port, lock, false, action);
    }

    private static void forEach(Port port, Lock lock, boolean pending, IntConsumer action) {
        TaskTable tasks = new TaskTable(port);
        int high = tasks.high();
        for (int slot = 0; slot < high; slot++) {
            int share = share(port, tasks, slot, lock, 0);
            if (share != 0 && (pending || !RobustEntry.isPending(share))) {
                action.accept(Tid.of(slot, TaskControl.generation(port.getLong(tasks.control(slot)))));
            }
        }
    }

    /** Tid of one of those who read or are about to: one whose thread is known to have ended, if there is one; 0 if nobody reads. */
    static int oneToWatch(Port port, Lock lock) {
        int[] found = {0};
        forEach(port, lock, true,
                tid -> found[0] = found[0] == 0 || LifeWord.isMarked(port, Tid.slot(tid)) ? tid : found[0]);
        return found[0];
    }

    /**
     * Whether no task but {@code asker} shows that it reads or may, also none that is being cleaned up after. If the word
     * counts others nevertheless, nobody will ever take them out.
     */
    static boolean isNobodyShown(Port port, Lock lock, int asker) {
        TaskTable tasks = new TaskTable(port);
        int high = tasks.high();
        for (int slot = 0; slot < high; slot++) {
            long control = port.getLong(tasks.control(slot));
            int tid = Tid.of(slot, TaskControl.generation(control));
            if (TaskControl.isIssued(control) && tid != asker && shareOf(port, slot, tid, lock) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The entry by which the live holder of a slot says that it reads or may, 0 if there is none or it is {@code not}. */
    static int share(Port port, TaskTable tasks, int slot, Lock lock, int not) {
        long control = port.getLong(tasks.control(slot));
        int tid = Tid.of(slot, TaskControl.generation(control));
        if (TaskControl.state(control) != TaskControl.USED || tid == not) {
            return 0;
        }
        return shareOf(port, slot, tid, lock);
    }

    private static int shareOf(Port port, int slot, int tid, Lock lock) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            int entry = port.getInt(port.layout().task(slot) + TaskLayout.ENTRIES + (long) i * Integer.BYTES);
            if (RobustEntry.lock(entry) == lock.index() && RobustEntry.isShare(entry, tid)) {
                return entry;
            }
        }
        return 0;
    }
}
