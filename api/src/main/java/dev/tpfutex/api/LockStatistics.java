package dev.tpfutex.api;

/**
 * What has happened to one mutex or write lock since its file was created, summed over all processes. Monotonic counts for
 * monitoring: each is read on its own, so that they need not match each other while the lock is in use. All but
 * {@code acquisitions} are kept in 32 bits and start again at 0 after 4,294,967,295; compare two of them modulo 2³².
 *
 * <p>Which way an acquisition went is counted off the fast path only: {@code acquisitions} less {@code steals},
 * {@code topWaits} and {@code handOffs} is the number of {@link AcquireStatus#FAST} ones, nested ones left out. (A process
 * that is killed just between two of these counts leaves one of them too high by one.)
 *
 * <p>Of a reader-writer lock these are the figures of its owners only: the writers, upgrades among them, and those readers
 * that became the owner because a dead one had to be repaired after. For the readers see {@link ReadStatistics}.
 *
 * @param acquisitions times the lock got an owner, nested acquisitions not counted; for a mutex this is the latest fencing
 *     token. Those count too that gave the lock back at once, because they threw {@link OwnerDiedException}, and a
 *     {@linkplain SharedMutex#reset() reset}
 * @param steals {@linkplain AcquireStatus#STOLEN stolen} acquisitions
 * @param topWaits acquisitions by the {@linkplain AcquireStatus#TOP_WAITER top waiter}, all upgrades among them
 * @param handOffs acquisitions by {@linkplain AcquireStatus#HANDED_OFF hand-off}
 * @param sleeps times that threads slept while they waited to own the lock, whatever came of it
 * @param timeouts waits to own the lock that ended because their time was up; not attempts without waiting
 * @param ownerDeaths owners that died inside the critical section
 */
public record LockStatistics(
        long acquisitions, long steals, long topWaits, long handOffs, long sleeps, long timeouts, long ownerDeaths) {}
