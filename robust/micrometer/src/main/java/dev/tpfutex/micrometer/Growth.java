package dev.tpfutex.micrometer;

import dev.tpfutex.api.LockStatistics;

/**
 * By how much the counters of one lock have grown from one reading to the next. In the file most of them have 32 bits and
 * begin anew at 0; here they do not. Used by one thread at a time.
 */
final class Growth {

    private static final long INT_MASK = 0xffff_ffffL;

    private final boolean readWrite;
    private long acquisitions;
    private long steals;
    private long topWaits;
    private long handOffs;
    private long sleeps;
    private long timeouts;
    private long ownerDeaths;

    /** Acquisitions beyond those that were counted as slow; below 0 while a reading came between the two. */
    private long fastDue;

    /**
     * Of a lock to which nothing has happened yet.
     *
     * @param readWrite whether it is a reader-writer lock: its counts do not say what the fast path did
     */
    Growth(boolean readWrite) {
        this.readWrite = readWrite;
    }

    /** Adds to {@code sums}, by {@link LockCounter#ordinal}, what has come since the last call; how busy that was. */
    long addTo(long[] sums, LockStatistics now) {
        long owners = Math.max(0, now.acquisitions() - acquisitions);
        long stolen = since(steals, now.steals());
        long waited = since(topWaits, now.topWaits());
        long handed = since(handOffs, now.handOffs());
        long slept = since(sleeps, now.sleeps());
        long late = since(timeouts, now.timeouts());
        add(sums, LockCounter.OWNERS, owners);
        add(sums, LockCounter.STOLEN, stolen);
        add(sums, LockCounter.TOP_WAITER, waited);
        add(sums, LockCounter.HANDED_OFF, handed);
        add(sums, LockCounter.SLEEPS, slept);
        add(sums, LockCounter.TIMEOUTS, late);
        add(sums, LockCounter.OWNER_DEATHS, since(ownerDeaths, now.ownerDeaths()));
        add(sums, LockCounter.FAST, fast(owners - stolen - waited - handed));
        remember(now);
        return stolen + waited + handed + slept + late;
    }

    private void remember(LockStatistics now) {
        acquisitions = now.acquisitions();
        steals = now.steals();
        topWaits = now.topWaits();
        handOffs = now.handOffs();
        sleeps = now.sleeps();
        timeouts = now.timeouts();
        ownerDeaths = now.ownerDeaths();
    }

    /** The counts are not read at one instant: what is missing this time is made up for the next time. */
    private long fast(long remainder) {
        if (readWrite) {
            return 0;
        }
        fastDue += remainder;
        long fast = Math.max(0, fastDue);
        fastDue -= fast;
        return fast;
    }

    private static long since(long before, long now) {
        return now - before & INT_MASK;
    }

    private static void add(long[] sums, LockCounter counter, long delta) {
        sums[counter.ordinal()] += delta;
    }
}
