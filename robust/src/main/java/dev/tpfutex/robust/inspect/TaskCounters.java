package dev.tpfutex.robust.inspect;

/**
 * What a thread has done in a space since it got its slot, off the fast path.
 *
 * @param steals acquisitions ahead of others that waited
 * @param topWaits acquisitions as the top waiter
 * @param handOffs acquisitions by hand-off
 * @param sleeps times it slept
 * @param timeouts waits that ended because their time was up
 * @param unlockSlowPaths unlocks that had to look for waiters
 * @param wakeUps times it woke another
 */
public record TaskCounters(
        long steals, long topWaits, long handOffs, long sleeps, long timeouts, long unlockSlowPaths, long wakeUps) {}
