package dev.tpfutex.robust.inspect;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.LockLayout;

/** Looks for what cannot be in a lock record that has not changed while it was read. */
final class LockCheck {

    private static final int RESERVED = 0x0300_0000;
    private static final long UNUSED_OF_TOP = ~(TopWord.QUEUED | TopWord.HOLD | TopWord.FOR_READERS | TopWord.ROLE);

    private final SpaceMemory memory;
    private final TaskReader tasks;
    private final DamageList damage;

    LockCheck(SpaceMemory memory, TaskReader tasks, DamageList damage) {
        this.memory = memory;
        this.tasks = tasks;
        this.damage = damage;
    }

    void check(LockSnapshot lock) {
        long at = memory.layout().lock(lock.index());
        if (lock.kind() == LockKind.UNKNOWN) {
            damage.add(at + LockLayout.KIND, lock.name(), "there is no kind " + memory.getInt(at + LockLayout.KIND));
        }
        checkConsistency(lock, at);
        checkOwner(lock, at);
        checkTop(lock, at);
        if (FutexWord.isShared(lock.word()) && (FutexWord.seedWord(lock.word()) & RESERVED) != 0) {
            damage.add(at + LockLayout.WORD, lock.name(), "reserved bits are set: " + hex(lock.word()));
        }
    }

    private void checkConsistency(LockSnapshot lock, long at) {
        int recorded = memory.getInt(at + LockLayout.CONSISTENCY);
        boolean known = recorded == LockLayout.RECOVERABLE || recorded == LockLayout.NOT_RECOVERABLE;
        // It says so only together with the mark.
        boolean marked = FutexWord.ownerDied(lock.word());
        if ((!known || recorded == LockLayout.NOT_RECOVERABLE && !marked) && isUnchanged(lock)) {
            damage.add(at + LockLayout.CONSISTENCY, lock.name(), "says " + recorded
                    + (known ? " of a lock that is recoverable" : ", which means nothing"));
        }
    }

    private void checkOwner(LockSnapshot lock, long at) {
        int owner = FutexWord.tid(lock.word());
        TaskSnapshot task = owner == 0 ? null : tasks.find(owner);
        if (owner != 0 && task == null && isUnchanged(lock)) {
            damage.add(at + LockLayout.WORD, lock.name(), "the owner " + Tid.describe(owner) + " is nobody");
        } else if (task != null
                && !task.overflows()
                && !task.listed().contains(lock.index())
                && isUnchanged(lock)) {
            damage.add(at + LockLayout.WORD, lock.name(), "the owner " + Tid.describe(owner)
                    + " does not have it in its robust list: nobody would free it if the owner died");
        }
    }

    private void checkTop(LockSnapshot lock, long at) {
        int top = TopWord.tid(lock.top());
        if (top != 0 && tasks.find(top) == null && isUnchanged(lock)) {
            damage.add(at + LockLayout.TOP, lock.name(), "the top waiter " + Tid.describe(top) + " is nobody");
        }
        if ((lock.top() & UNUSED_OF_TOP) != 0) {
            damage.add(at + LockLayout.TOP, lock.name(), "unused bits are set: " + hex(lock.top()));
        }
    }

    private boolean isUnchanged(LockSnapshot lock) {
        long at = memory.layout().lock(lock.index());
        return memory.getLong(at + LockLayout.WORD) == lock.word() && memory.getLong(at + LockLayout.TOP) == lock.top();
    }

    private static String hex(long word) {
        return "0x" + Long.toHexString(word);
    }
}
