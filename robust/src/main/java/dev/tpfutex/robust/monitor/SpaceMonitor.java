package dev.tpfutex.robust.monitor;

import java.nio.file.Path;
import java.util.Optional;

/**
 * One space as this JVM sees it. Thread-safe. All handles of a JVM on one file have the same monitor, see
 * {@link dev.tpfutex.robust.Monitors}; it can be asked after the last of them is closed, too.
 */
public interface SpaceMonitor {

    /**
     * Where the space is.
     *
     * @return the absolute path by which this JVM first opened it
     */
    Path path();

    /**
     * Reads the numbers of all processes from the file: one pass over the locks in use and the task slots.
     *
     * @return empty if the space is closed, or its file was shortened
     */
    Optional<SpaceReadings> read();

    /**
     * Has a listener be told of what happens in this JVM from now on. Each one is told once, however often it is added.
     *
     * @param listener to be told
     */
    void add(SpaceListener listener);

    /**
     * Ends what {@link #add} began. A call may still be under way.
     *
     * @param listener to be told no more
     */
    void remove(SpaceListener listener);
}
