package dev.tpfutex.robust.space;

import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.shm.layout.LockLayout;

/** What a lock record says that it is, in words. */
final class Kinds {

    private Kinds() {}

    static String name(int kind) {
        return switch (kind) {
            case LockLayout.KIND_MUTEX -> LockKind.MUTEX.words();
            case LockLayout.KIND_RWLOCK -> LockKind.READ_WRITE_LOCK.words();
            default -> "kind " + kind;
        };
    }

    /** A kind that does not exist is damage. */
    static void reportUnknown(Port port, Lock lock, int kind) {
        if (kind != LockLayout.KIND_MUTEX && kind != LockLayout.KIND_RWLOCK) {
            port.corrupt(lock.kind(), "there is no kind " + kind);
        }
    }
}
