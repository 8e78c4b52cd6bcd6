package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;

/** Offsets of the words of one lock record, worked out once. Immutable. */
public final class Lock {

    private final int index;
    private final long base;

    public Lock(SpaceLayout layout, int index) {
        if (index < 0 || index >= layout.maxLocks()) {
            throw new IndexOutOfBoundsException("lock " + index + " of " + layout.maxLocks());
        }
        this.index = index;
        this.base = layout.lock(index);
    }

    public int index() {
        return index;
    }

    public long word() {
        return base + LockLayout.WORD;
    }

    public long top() {
        return base + LockLayout.TOP;
    }

    public long kind() {
        return base + LockLayout.KIND;
    }

    public long halves() {
        return base + LockLayout.HALVES;
    }

    public long consistency() {
        return base + LockLayout.CONSISTENCY;
    }

    /** Offset of another field of {@link LockLayout}. */
    public long at(long field) {
        return base + field;
    }
}
