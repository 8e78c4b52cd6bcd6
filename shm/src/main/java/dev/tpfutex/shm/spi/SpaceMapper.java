package dev.tpfutex.shm.spi;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Maps space files into this process by other means than the library's own; found with
 * {@link java.util.ServiceLoader}, and used for spaces that are opened with its name
 * ({@link dev.tpfutex.api.SpaceOptions#mapping}).
 *
 * <p>Only the mapping is its business. The file has been found or created, checked and allocated before, and the
 * memory is accessed by the library itself, so that the way to a lock is the same whoever has mapped it.
 * Implementations are used by many threads at once.
 */
public interface SpaceMapper {

    /**
     * What it is called in {@link dev.tpfutex.api.SpaceOptions#mapping}.
     *
     * @return for example {@code chronicle}
     */
    String name();

    /**
     * Maps a whole file for reading and writing, shared with all who map it, in one piece.
     *
     * @param file leads to the very file that has been checked, whoever has its name by now; valid during this call
     * @param size of the file in bytes; the file must keep it
     * @return the mapping; the library calls for its end exactly once
     * @throws IOException if that fails; nothing is left behind
     * @throws IllegalStateException if this JVM lacks what the mapper needs; the message says what, for the user. Other
     *     exceptions, and errors of linkage, are taken for the same
     */
    Region map(Path file, long size) throws IOException;

    /** A mapped file. */
    interface Region {

        /**
         * Where it begins, until its end.
         *
         * @return the address, a multiple of the page size
         */
        long address();

        /**
         * Ends it: unmaps the memory at this address, by whatever it may have been replaced meanwhile. Called by any
         * thread.
         */
        void unmap();
    }
}
