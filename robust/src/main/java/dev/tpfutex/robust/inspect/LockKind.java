package dev.tpfutex.robust.inspect;

import dev.tpfutex.shm.layout.LockLayout;

/** What a lock record says that it is. */
public enum LockKind {

    /** A mutex. */
    MUTEX("mutex"),

    /** A reader-writer lock. */
    RWLOCK("reader-writer lock"),

    /** Nobody has used the name yet, or what says so is damaged. */
    UNKNOWN("unknown");

    private final String text;

    LockKind(String text) {
        this.text = text;
    }

    static LockKind of(int kind) {
        return switch (kind) {
            case LockLayout.KIND_MUTEX -> MUTEX;
            case LockLayout.KIND_RWLOCK -> RWLOCK;
            default -> UNKNOWN;
        };
    }

    /** In words. */
    public String text() {
        return text;
    }
}
