package dev.tpfutex.robust.space;

import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Task;
import java.nio.charset.StandardCharsets;

/** A lock that a task is busy with, for messages. */
record BusyLock(String name, boolean waits) {

    static BusyLock of(NameIndex names, Task task) {
        int lock = task.anyBusy();
        byte[] name = lock < 0 ? null : names.nameOf(lock);
        boolean waits = lock >= 0 && task.isWaitingFor(lock);
        return new BusyLock(name == null ? "?" : new String(name, StandardCharsets.UTF_8), waits);
    }
}
