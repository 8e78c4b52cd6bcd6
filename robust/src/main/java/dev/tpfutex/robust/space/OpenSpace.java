package dev.tpfutex.robust.space;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.ReadWriteOptions;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SharedReadWriteLock;
import dev.tpfutex.api.WrongKindException;
import dev.tpfutex.api.spi.LockKind;
import dev.tpfutex.api.spi.LockNames;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.api.spi.NamedLock;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.monitor.SpaceMonitor;
import dev.tpfutex.robust.mutex.MutexContext;
import dev.tpfutex.robust.mutex.RobustMutex;
import dev.tpfutex.robust.mutex.RobustReadWriteLock;
import dev.tpfutex.robust.mutex.Usability;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.robust.task.TaskRegistry;
import dev.tpfutex.shm.layout.LockLayout;
import java.nio.file.Path;
import java.util.Objects;

/** A handle on a space. */
public final class OpenSpace implements LockSpace, MutexContext {

    private final Attachment attachment;
    private final TpFutex futex;
    private final Usability usability = new Usability(this::checkUsable);
    private volatile boolean closed;

    /** @param breakDeadlocks whether waits through it are to end if they are part of a deadlock */
    OpenSpace(Attachment attachment, boolean breakDeadlocks) {
        this.attachment = attachment;
        this.futex = attachment.futex(breakDeadlocks);
        attachment.retain(usability);
    }

    @Override
    public Path path() {
        return attachment.file().path();
    }

    @Override
    public SharedMutex mutex(String name) {
        return open(name, null);
    }

    @Override
    public SharedMutex mutex(String name, RecoveryHandler handler) {
        return open(name, Objects.requireNonNull(handler, "handler"));
    }

    private SharedMutex open(String name, RecoveryHandler handler) {
        Lock lock = find(name, LockLayout.KIND_MUTEX, 0);
        NamedLock named = new NamedLock(path(), LockKind.MUTEX, name);
        return RobustMutex.of(this, named, lock, futex, handler);
    }

    @Override
    public SharedReadWriteLock rwLock(String name) {
        return rwLock(name, ReadWriteOptions.defaults());
    }

    @Override
    public SharedReadWriteLock rwLock(String name, ReadWriteOptions options) {
        int attributes = RwAttributes.of(Objects.requireNonNull(options, "options"));
        Lock lock = find(name, LockLayout.KIND_RWLOCK, attributes);
        ReadWriteOptions found = attributes(lock);
        if (!RwAttributes.agree(options, found)) {
            throw new WrongKindException(path(), name, RwAttributes.describe(options), RwAttributes.describe(found));
        }
        return rwLock(name, lock, options.recovery().map(found::recovery).orElse(found));
    }

    private SharedReadWriteLock rwLock(String name, Lock lock, ReadWriteOptions options) {
        NamedLock named = new NamedLock(path(), LockKind.WRITE_LOCK, name);
        RobustMutex writers = RobustMutex.of(this, named, lock, futex, options.recovery().orElse(null));
        return new RobustReadWriteLock(this, writers, lock, futex, options);
    }

    private ReadWriteOptions attributes(Lock lock) {
        try {
            return RwAttributes.read(port(), lock);
        } catch (InternalError gone) {
            throw truncated(gone);
        }
    }

    /** The lock of a name, made if there is none; throws if it is of another kind. */
    private Lock find(String name, int kind, int attributes) {
        byte[] bytes = LockNames.encode(name);
        checkUsable();
        try {
            Lock lock = attachment.lock(bytes, kind, attributes);
            int found = port().getInt(lock.kind());
            if (found != kind) {
                Kinds.reportUnknown(port(), lock, found);
                throw new WrongKindException(path(), name, Kinds.name(kind), Kinds.name(found));
            }
            return lock;
        } catch (InternalError gone) {
            throw truncated(gone);
        }
    }

    @Override
    public void close() {
        synchronized (Spaces.class) {
            if (!closed) {
                Spaces.release(attachment, usability);
                closed = true;
                usability.doubt();
            }
        }
    }

    @Override
    public MappedPort port() {
        return attachment.port();
    }

    @Override
    public Observers observers() {
        return attachment.observers();
    }

    /** How to look at the space from outside. */
    public SpaceMonitor monitor() {
        checkOpen();
        return attachment.monitor();
    }

    @Override
    public TaskRegistry tasks() {
        return attachment.tasks();
    }

    @Override
    public TaskContext taskOrThrow() {
        return attachment.task();
    }

    @Override
    public void checkOpen() {
        if (closed) {
            throw Misuse.closed(path());
        }
    }

    @Override
    public Usability usability() {
        return usability;
    }

    private void checkUsable() {
        checkOpen();
        attachment.checkNotReplaced();
    }

    @Override
    public String toString() {
        return "LockSpace[" + path() + (closed ? ", closed]" : "]");
    }
}
