package dev.tpfutex.robust.space;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceTruncatedException;
import dev.tpfutex.api.WrongKindException;
import dev.tpfutex.api.spi.LockNames;
import dev.tpfutex.api.spi.Misuse;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.mutex.MutexContext;
import dev.tpfutex.robust.mutex.RobustMutex;
import dev.tpfutex.robust.mutex.Usability;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.robust.task.TaskRegistry;
import dev.tpfutex.shm.layout.LockLayout;
import java.nio.file.Path;
import java.util.Objects;

/** A handle on a space. */
public final class OpenSpace implements LockSpace, MutexContext {

    private final Attachment attachment;
    private final Usability usability = new Usability(this::checkUsable);
    private volatile boolean closed;

    OpenSpace(Attachment attachment) {
        this.attachment = attachment;
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
        byte[] bytes = LockNames.encode(name);
        checkUsable();
        try {
            return new RobustMutex(this, name, find(name, bytes), attachment.futex(), handler);
        } catch (InternalError gone) {
            throw new SpaceTruncatedException(path(), gone);
        }
    }

    private Lock find(String name, byte[] bytes) {
        Lock lock = attachment.mutex(bytes);
        int kind = port().getInt(lock.kind());
        if (kind != LockLayout.KIND_MUTEX) {
            port().corrupt(lock.kind(), "there is no kind " + kind);
            throw new WrongKindException(path(), name, "mutex", "kind " + kind);
        }
        return lock;
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
