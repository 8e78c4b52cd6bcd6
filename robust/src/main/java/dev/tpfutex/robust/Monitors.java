package dev.tpfutex.robust;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.space.OpenSpace;

/** Finds the monitors of spaces. */
public final class Monitors {

    private Monitors() {}

    /**
     * The monitor of an open space.
     *
     * @param space as {@link LockSpace#open} has returned it
     * @return the same for all handles of this JVM on one file
     * @throws IllegalArgumentException if the space is of another implementation
     * @throws IllegalStateException if the handle is closed
     */
    public static SpaceMonitor of(LockSpace space) {
        if (space instanceof OpenSpace open) {
            return open.monitor();
        }
        throw new IllegalArgumentException("not a space of this implementation: " + space);
    }
}
