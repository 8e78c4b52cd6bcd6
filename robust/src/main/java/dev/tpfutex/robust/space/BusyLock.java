package dev.tpfutex.robust.space;

import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.Task;
import dev.tpfutex.shm.layout.TaskLayout;
import java.nio.charset.StandardCharsets;

/** A lock that a task is busy with, for messages. */
record BusyLock(String name, boolean waits) {

    static BusyLock of(Port port, NameIndex names, Task task) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            int entry = port.getInt(task.base() + TaskLayout.ENTRIES + (long) i * Integer.BYTES);
            if (entry != 0 && RobustEntry.lock(entry) < port.layout().maxLocks()) {
                byte[] name = names.nameOf(RobustEntry.lock(entry));
                boolean waits = RobustEntry.state(entry) == RobustEntry.ACQUIRING;
                return new BusyLock(name == null ? "?" : new String(name, StandardCharsets.UTF_8), waits);
            }
        }
        return new BusyLock("?", false);
    }
}
