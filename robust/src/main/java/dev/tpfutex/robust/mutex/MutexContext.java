package dev.tpfutex.robust.mutex;

import dev.tpfutex.core.mapped.MappedPort;
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

    /** Throws if the handle is closed. */
    void checkOpen();

    /** Throws if the handle is closed, or the file is not the one at its path any more. */
    void checkUsable();

    /** The calling thread's task; throws if the table is full. */
    TaskContext task();
}
