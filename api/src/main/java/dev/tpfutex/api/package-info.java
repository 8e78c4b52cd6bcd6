/**
 * Locks shared by the threads of many JVMs on one host, over a memory-mapped file.
 *
 * <p>A {@linkplain dev.tpfutex.api.LockSpace lock space} is one file; it holds many
 * {@linkplain dev.tpfutex.api.SharedMutex mutexes} and {@linkplain dev.tpfutex.api.SharedReadWriteLock reader-writer
 * locks}, each known by its name. A process that is killed while it holds or waits blocks nobody: the next owner gets the
 * lock and is told that the former one died. The death of a reader, which has changed nothing, is told to nobody.
 *
 * <pre>{@code
 * try (LockSpace space = LockSpace.open(Path.of("/dev/shm/orders.tpf"))) {
 *     SharedMutex book = space.mutex("book");
 *     try (LockGuard guard = book.acquire(Duration.ofMillis(50))) {
 *         if (guard.ownerDied()) {
 *             repair();
 *             guard.markConsistent();
 *         }
 *         // read and write what the lock protects
 *     }
 * }
 * }</pre>
 *
 * Many may read at the same time, and one of them may find that it has to write:
 *
 * <pre>{@code
 * SharedReadWriteLock prices = space.rwLock("prices");
 * try (ReadGuard reading = prices.upgradableLock().acquire()) {
 *     if (isStale()) {
 *         try (LockGuard writing = prices.writeLock().acquire()) {
 *             // read and write, alone
 *         }
 *     }
 *     // read beside the others
 * }
 * }</pre>
 *
 * <h2>Outcomes</h2>
 *
 * What can be expected to happen is a value ({@link dev.tpfutex.api.AcquireStatus},
 * {@link dev.tpfutex.api.Consistency}, an empty {@code Optional}); what the caller must deal with is an unchecked
 * {@link dev.tpfutex.api.LockSpaceException}; misuse is an {@link java.lang.IllegalMonitorStateException} (not the
 * owner, not a reader, or a reader that wants to write), an {@link java.lang.IllegalStateException} (closed, or nothing to do) or an
 * {@link java.lang.IllegalArgumentException}. Unless stated otherwise a {@code null} argument throws
 * {@link java.lang.NullPointerException}, and a call that throws has changed nothing.
 *
 * <h2>Memory</h2>
 *
 * Releasing a lock happens-before the next acquisition of it, in whichever process; of a reader-writer lock, but for
 * readers among themselves. This covers ordinary Java
 * variables between threads of one JVM, and between processes the bytes of any memory both have mapped shared
 * (for example a {@code MemorySegment} or {@code MappedByteBuffer} over the same file).
 *
 * <h2>Time</h2>
 *
 * Every wait is measured by the monotonic clock. Steps of the wall clock end no wait and declare nobody dead; a lock
 * is never taken away from its owner because time has passed.
 */
package dev.tpfutex.api;
