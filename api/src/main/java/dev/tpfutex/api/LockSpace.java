package dev.tpfutex.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A file full of locks, shared by all processes of a host that open it. One file is one lock space: processes exclude
 * each other exactly if they have the same file open. Best kept on a tmpfs, such as {@code /dev/shm}.
 *
 * <p>The first one to open it creates it, atomically: many may start at the same instant. One space uses one mapping
 * and a fixed handful of descriptors and threads, however many locks it holds. No daemon is needed; where one serves
 * the host it is used.
 *
 * <p>Several opens of one file in one JVM, by whichever paths, share one attachment and are counted; each handle is
 * closed on its own. All methods may be called by many threads at once.
 *
 * <h2>Leaving</h2>
 *
 * A JVM that exits or is killed without {@link #close()} is cleaned up after by the others: locks its threads held are
 * reported as {@linkplain LockGuard#ownerDied() owner deaths}, its waiters are taken off the queues.
 */
public interface LockSpace extends AutoCloseable {

    /**
     * Opens a lock space with {@linkplain SpaceOptions#defaults() default options}, creating the file if there is none.
     *
     * @param path where the file is, or shall be
     * @return a handle to be closed
     * @throws SpaceOpenException if the file cannot be used; it gives the reason
     * @throws LimitExceededException if too many processes have it open
     * @throws IllegalStateException if no implementation is on the class path or module path: add the artifact
     *     {@code dev.tpfutex:tpfutex-robust}
     */
    static LockSpace open(Path path) {
        return open(path, SpaceOptions.defaults());
    }

    /**
     * Opens a lock space, creating the file if there is none and the options allow it.
     *
     * <p>If a file that was at this path before has been deleted or replaced, and is still in use, this waits up to a
     * second for its users to notice and let go of it, and fails with {@link SpaceOpenException.Reason#REPLACED} if they
     * still hold locks then. Otherwise it does not block.
     *
     * @param path where the file is, or shall be
     * @param options sizes and access rights for a file that has to be created, and how to open it
     * @return a handle to be closed
     * @throws SpaceOpenException if the file cannot be used; it gives the reason
     * @throws LimitExceededException if too many processes have it open
     * @throws IllegalStateException if no implementation is on the class path or module path: add the artifact
     *     {@code dev.tpfutex:tpfutex-robust}
     */
    static LockSpace open(Path path, SpaceOptions options) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(options, "options");
        return Providers.find().open(path, options);
    }

    /**
     * Where the space is.
     *
     * @return the absolute path by which this JVM first opened it
     */
    Path path();

    /**
     * The mutex of this name, made if there is none. A name once used stays in the file for good. The handle is light
     * and need not be closed; ask for it once and keep it, since this looks the name up.
     *
     * @param name 1 to 112 bytes of UTF-8 without control characters
     * @return a handle without a recovery handler: its plain {@link java.util.concurrent.locks.Lock} methods throw
     *     {@link OwnerDiedException} after an owner's death
     * @throws IllegalArgumentException if the name is empty, too long or has control characters or unpaired surrogates
     * @throws WrongKindException if the name belongs to a lock of another kind
     * @throws LimitExceededException if the space has no room for one more name
     * @throws SpaceDamagedException if the file's entry for the name is damaged
     * @throws SpaceReplacedException if the file was deleted or replaced meanwhile
     * @throws IllegalStateException if this handle is closed
     */
    SharedMutex mutex(String name);

    /**
     * The mutex of this name, made if there is none, with what to do after an owner's death.
     *
     * @param name 1 to 112 bytes of UTF-8 without control characters
     * @param handler called by the plain {@link java.util.concurrent.locks.Lock} methods of this one
     *     handle, in this JVM
     * @return a handle
     * @throws IllegalArgumentException if the name is empty, too long or has control characters or unpaired surrogates
     * @throws WrongKindException if the name belongs to a lock of another kind
     * @throws LimitExceededException if the space has no room for one more name
     * @throws SpaceDamagedException if the file's entry for the name is damaged
     * @throws SpaceReplacedException if the file was deleted or replaced meanwhile
     * @throws IllegalStateException if this handle is closed
     */
    SharedMutex mutex(String name, RecoveryHandler handler);

    /**
     * The reader-writer lock of this name as it was made, or made with {@linkplain ReadWriteOptions#defaults() default
     * options} if there is none. A name once used stays in the file for good. The handle is light and need not
     * be closed; ask for it once and keep it.
     *
     * @param name 1 to 112 bytes of UTF-8 without control characters
     * @return a handle without a recovery handler
     * @throws IllegalArgumentException if the name is empty, too long or has control characters or unpaired surrogates
     * @throws WrongKindException if the name belongs to a lock of another kind
     * @throws LimitExceededException if the space has no room for one more name
     * @throws SpaceDamagedException if the file's entry for the name is damaged
     * @throws SpaceReplacedException if the file was deleted or replaced meanwhile
     * @throws IllegalStateException if this handle is closed
     */
    SharedReadWriteLock rwLock(String name);

    /**
     * The reader-writer lock of this name, made with these options if there is none. What they leave open is taken as it
     * is: to give a recovery handler one need not know how the lock was made.
     *
     * @param name 1 to 112 bytes of UTF-8 without control characters
     * @param options preference and bias if they matter, which must be those that the lock was made with then, and the
     *     recovery handler of this one handle
     * @return a handle
     * @throws IllegalArgumentException if the name is empty, too long or has control characters or unpaired surrogates
     * @throws WrongKindException if the name belongs to a lock of another kind, or one that was made with another
     *     preference or bias than is asked for; the message says which
     * @throws LimitExceededException if the space has no room for one more name
     * @throws SpaceDamagedException if the file's entry for the name is damaged
     * @throws SpaceReplacedException if the file was deleted or replaced meanwhile
     * @throws IllegalStateException if this handle is closed
     */
    SharedReadWriteLock rwLock(String name, ReadWriteOptions options);

    /**
     * Closes this handle. The last open handle of this JVM to the file detaches from it: the mapping and descriptors
     * are given up, and this process's place in the file is free for others. The file itself stays. A second call does
     * nothing. Every other call on this handle (but {@link #path()}), or on a mutex it gave, throws
     * {@link IllegalStateException} from now on; a lock that was acquired by a mutex of it, while other handles keep
     * the space attached, is released by its guard or by a mutex of another handle.
     *
     * @throws IllegalStateException if this is the last handle and a thread of this JVM holds a lock of the space or
     *     waits for one; the message names the thread and the lock, and the handle stays open
     */
    @Override
    void close();
}
