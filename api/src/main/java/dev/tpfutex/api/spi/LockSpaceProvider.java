package dev.tpfutex.api.spi;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SpaceOpenException;
import dev.tpfutex.api.SpaceOptions;
import java.nio.file.Path;

/**
 * An implementation of {@link LockSpace}, found with {@link java.util.ServiceLoader}. Needs a public constructor
 * without parameters (or a static {@code provider()} method in a named module), and is used by many threads at once.
 * It is created anew for each open, so that what the handles of one file share must not live in its fields.
 */
public interface LockSpaceProvider {

    /**
     * Opens or creates a lock space, as {@link LockSpace#open(Path, SpaceOptions)} says.
     *
     * @param path where the file is; not {@code null}, as the user gave it
     * @param options not {@code null}
     * @return a new handle, to be closed on its own even when another one in this JVM shares its attachment
     * @throws SpaceOpenException when the file cannot be used, with the reason
     */
    LockSpace open(Path path, SpaceOptions options);
}
