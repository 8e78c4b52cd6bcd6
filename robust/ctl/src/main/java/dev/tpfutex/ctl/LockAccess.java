package dev.tpfutex.ctl;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.ReadWriteOptions.Preference;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.robust.inspect.LockKind;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.SpaceInspector;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.shm.layout.LockLayout;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

/** Finds a lock in an open space, whatever kind it is, and opens it as what it is. */
final class LockAccess {

    private final LockSpace space;
    private final SpaceSnapshot snapshot;
    private final String name;
    private final Optional<LockSnapshot> found;

    private LockAccess(LockSpace space, SpaceSnapshot snapshot, String name) {
        this.space = space;
        this.snapshot = snapshot;
        this.name = name;
        this.found = snapshot.lock(name);
    }

    static LockAccess of(LockSpace space, String name) {
        try (SpaceInspector inspector = SpaceInspector.open(space.path())) {
            return new LockAccess(space, inspector.snapshot(), name);
        }
    }

    /** The lock must exist. */
    LockAccess required() {
        if (found.isEmpty()) {
            throw NoSuchLockException.of(snapshot, name);
        }
        return this;
    }

    /** The lock as it was found, if it was. */
    Optional<LockSnapshot> found() {
        return found;
    }

    /** The name of the lock, which may have been asked for by its number. */
    String realName() {
        return found.map(LockSnapshot::name).orElse(name);
    }

    /**
     * The lock to be owned; a mutex is made if there is none.
     *
     * @param handler what repairs after an owner's death, or null: then taking the lock throws
     */
    SharedMutex exclusive(RecoveryHandler handler) {
        if (found.isPresent() && found.get().kind() == LockKind.RWLOCK) {
            return readWrite(handler).writeLock();
        }
        return handler == null ? space.mutex(realName()) : space.mutex(realName(), handler);
    }

    /** The lock to be read under; a reader-writer lock is made if there is none. */
    Lock shared(RecoveryHandler handler) {
        if (found.isPresent() && found.get().kind() == LockKind.MUTEX) {
            throw new NoSuchLockException("\"" + name + "\" of lock space " + space.path()
                    + " is a mutex, which cannot be shared. Use another name, or leave --shared out.");
        }
        return readWrite(handler).readLock();
    }

    private SharedReadWriteLock readWrite(RecoveryHandler handler) {
        if (handler == null) {
            return space.rwLock(realName());
        }
        int attributes = found.map(LockSnapshot::attributes).orElse(0);
        Preference preference = (attributes & LockLayout.PREFER_READERS) != 0
                ? Preference.READERS
                : (attributes & LockLayout.PREFER_WRITERS) != 0 ? Preference.WRITERS : Preference.NONE;
        return space.rwLock(realName(), ReadWriteOptions.defaults()
                .preference(preference)
                .biased((attributes & LockLayout.NEVER_BIASED) == 0)
                .recovery(handler));
    }
}
