package dev.tpfutex.api;

/**
 * What has happened to one lock since its file was created, summed over all processes. Monotonic counts for
 * monitoring: each is read on its own, so that they need not match each other while the lock is in use. All but
 * {@code acquisitions} are kept in 32 bits and start again at 0 after 4,294,967,295; compare two of them modulo 2³².
 *
 * <p>Which way an acquisition went is counted off the fast path only: {@code acquisitions} less {@code steals},
 * {@code topWaits} and {@code handOffs} is the number of {@link AcquireStatus#FAST} ones.
 *
 * @param acquisitions times the lock got an owner, nested acquisitions not counted; the latest fencing token. Those
 *     count too that gave the lock back at once, because they threw {@link OwnerDiedException}
 * @param steals {@linkplain AcquireStatus#STOLEN stolen} acquisitions
 * @param topWaits acquisitions by the {@linkplain AcquireStatus#TOP_WAITER top waiter}
 * @param handOffs acquisitions by {@linkplain AcquireStatus#HANDED_OFF hand-off}
 * @param sleeps times that owners slept before they got the lock; those who gave up waiting are not counted
 * @param timeouts waits that ended because their time was up
 * @param ownerDeaths owners that died inside the critical section
 */
public record LockStatistics(
        long acquisitions, long steals, long topWaits, long handOffs, long sleeps, long timeouts, long ownerDeaths) {}
