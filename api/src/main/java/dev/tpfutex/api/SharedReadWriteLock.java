package dev.tpfutex.api;

import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A reentrant reader-writer lock that threads of all processes share which have the same {@link LockSpace} file open, and
 * that survives their deaths.
 *
 * <p><strong>Who may have it.</strong> One writer, or any number of readers. A writer may take the read lock too, and
 * goes on as a reader when it gives the write lock back: so it downgrades. (If it was told that an owner died, it has to
 * call {@link LockGuard#markConsistent()} first, see below.) A reader cannot take the write lock, since two
 * that tried would wait for each other for ever: the methods of {@link #writeLock()} that wait then throw
 * {@link IllegalMonitorStateException} at once, {@code tryLock()} returns {@code false} and {@code tryAcquire()} nothing. Use
 * {@link #upgradableLock()} for that: one thread at a time reads
 * beside all others and may become the writer.
 *
 * <p><strong>Nobody starves.</strong> Whoever has waited for about 5 ms comes next, also where readers or writers are
 * preferred ({@link ReadWriteOptions}).
 *
 * <p><strong>Deaths.</strong> The write lock is a {@link SharedMutex} in this respect too: if a writer dies inside its
 * critical section, the next writer is told, and may repair. A reader that dies has changed nothing: its share is taken
 * back, and nobody is told. What a dead writer left half-changed is read by nobody: until a writer has repaired it, the
 * read lock runs the {@link RecoveryHandler} that was given with this handle, as a writer, or throws
 * {@link OwnerDiedException}. {@link NotRecoverableException} as for mutexes. A writer that was told of a death, has not
 * repaired, and gives the write lock back while it holds the read lock too, cannot go on as a reader: it loses both, the
 * lock is {@link Consistency#NOT_RECOVERABLE}, and the release throws {@link NotRecoverableException}.
 *
 * <p><strong>Memory.</strong> What a writer did before it gave the lock back is seen by the next readers and writers in
 * any process, and what readers did by the next writer; see the {@linkplain dev.tpfutex.api package description}.
 *
 * <p>The lock is that of throughput-optimized futexes (Waiman Long, 2017), with readers that may die; where only readers
 * come they leave its word alone, in the manner of BRAVO (Dice and Kogan, 2019). All methods may be called by many
 * threads at once.
 */
public interface SharedReadWriteLock extends ReadWriteLock {

    /**
     * The name it was opened by.
     *
     * @return 1 to 112 bytes of UTF-8
     */
    String name();

    /**
     * The lock of those who only look. The same object for each call.
     *
     * @return the readers' side
     */
    @Override
    SharedReadLock readLock();

    /**
     * The lock of those who change something. The same object for each call.
     *
     * @return the writers' side
     */
    @Override
    SharedMutex writeLock();

    /**
     * The lock of one thread at a time that reads and may have to write: while it holds this lock it may take the
     * {@link #writeLock()}, which waits for the other readers to leave and keeps new ones out, and give it back again. A
     * writer may not take it; take it first. The same object for each call.
     *
     * @return the upgradable readers' side
     */
    SharedReadLock upgradableLock();

    /**
     * As what the lock was made, in whichever process, and the recovery handler of this handle. With these options
     * {@link LockSpace#rwLock(String, ReadWriteOptions)} opens the same again.
     *
     * @return preference and bias are not empty
     */
    ReadWriteOptions options();

    /**
     * How many threads of all processes read under the lock just now, the upgradable one among them; not a writer that
     * reads too. For monitoring: takes nothing, changes nothing, looks at all threads.
     *
     * @return possibly out of date already
     */
    int readers();

    /**
     * One of those who read under the lock just now; since when is not known. For people and logs.
     *
     * @return empty if nobody reads, or readers come and go just now
     */
    Optional<Holder> reader();
}
