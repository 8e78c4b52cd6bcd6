package dev.tpfutex.robust.mutex;

import dev.tpfutex.api.SpaceTruncatedException;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.task.TaskContext;
import dev.tpfutex.robust.task.TaskRegistry;
import java.nio.file.Path;

/** What a mutex needs of the space handle that it was made by. */
public interface MutexContext {

    /** The space's file. */
    Path path();

    /** The shared memory. */
    MappedPort port();

    /** The threads of this process. */
    TaskRegistry tasks();

    /** Who listens to what happens. */
    Observers observers();

    /** Throws if the handle is closed. */
    void checkOpen();

    /** Whether locks may be taken through the handle. */
    Usability usability();

    /**
     * What to throw for the JVM's error about memory that is not there any more; other errors go on as they are.
     *
     * @param error that an access to the space has thrown, or something else on the way
     */
    default SpaceTruncatedException truncated(InternalError error) {
        if (!String.valueOf(error.getMessage()).contains("unsafe memory access")) {
            throw error;
        }
        return new SpaceTruncatedException(path(), error);
    }

    /** Issues the calling thread a task, or throws since the table is full. */
    TaskContext taskOrThrow();
}
