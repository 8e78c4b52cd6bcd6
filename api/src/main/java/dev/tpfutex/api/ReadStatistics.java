package dev.tpfutex.api;

/**
 * What readers have done with one reader-writer lock since its file was created, summed over all processes. Monotonic
 * counts for monitoring: each is read on its own, so that they need not match each other while the lock is in use. All are
 * kept in 32 bits and start again at 0 after 4,294,967,295; compare two of them modulo 2³².
 *
 * <p>A reader that gets the lock on the fast path ({@link AcquireStatus#FAST}) is not counted: a count that all readers
 * share would cost each of them more than the lock itself. So there is no number of all reads; {@code steals},
 * {@code topWaits} and {@code handOffs} together are those that met others at the lock. Reads by the
 * {@linkplain SharedReadWriteLock#upgradableLock() upgradable lock} are among them, nested acquisitions and the reads of a
 * writer are not. What writers do is in the {@link LockStatistics} of the write lock.
 *
 * @param steals {@linkplain AcquireStatus#STOLEN stolen} acquisitions: the reader joined others, or found the lock free
 * @param topWaits acquisitions by the {@linkplain AcquireStatus#TOP_WAITER top waiter}
 * @param handOffs acquisitions by {@linkplain AcquireStatus#HANDED_OFF hand-off}
 * @param sleeps times that threads slept while they waited to read, whatever came of it
 * @param timeouts waits to read that ended because their time was up; not attempts without waiting
 * @param recounts times that all readers were counted anew, because a writer came while readers left the lock's word
 *     alone, or because a reader died
 */
public record ReadStatistics(
        long steals, long topWaits, long handOffs, long sleeps, long timeouts, long recounts) {}
