package dev.tpfutex.robust.space;

import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import dev.tpfutex.shm.layout.LockLayout;
import java.nio.charset.StandardCharsets;

/** A lock that a task is busy with, for messages. Racy: the task's thread goes on. */
record BusyLock(String name, LockKind kind, boolean waits) {

    static BusyLock of(Port port, NameIndex names, Task task) {
        int index = task.anyBusy();
        if (index < 0) {
            return new BusyLock("?", LockKind.MUTEX, false);
        }
        byte[] name = names.nameOf(index);
        return new BusyLock(
                name == null ? "?" : new String(name, StandardCharsets.UTF_8),
                kind(port, task, new Lock(port.layout(), index)),
                task.isWaitingFor(index));
    }

    private static LockKind kind(Port port, Task task, Lock lock) {
        if (port.getInt(lock.kind()) != LockLayout.KIND_RWLOCK) {
            return LockKind.MUTEX;
        }
        Hold hold = task.find(lock.index());
        if (hold == null || !hold.isBusy()) {
            // As what it is waited for is nowhere to be seen.
            return LockKind.READ_WRITE_LOCK;
        }
        return hold.isHeld() ? LockKind.WRITE_LOCK
                : hold.isUpgradable() ? LockKind.UPGRADABLE_LOCK : LockKind.READ_LOCK;
    }
}
