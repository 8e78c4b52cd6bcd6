package dev.tpfutex.bench.lock;

/** What is counted, under the names that {@code perf bench futex} gives it. */
public enum Count {
    /** Acquisitions that did not come about by the first attempt. */
    SLOW_LOCKS("lock slowpaths"),
    /** Releases that had to look after somebody who waits. */
    SLOW_UNLOCKS("unlock slowpaths"),
    /** Acquisitions ahead of those who wait. */
    STEALS("lock stealings"),
    /** Acquisitions as the one waiter that polls. */
    TOP_WAITS("top waiter locks"),
    /** Acquisitions given by the former owner. */
    HAND_OFFS("lock handoffs"),
    /** Times that a waiter slept. */
    SLEEPS("lock sleeps"),
    /** Waiters that a release woke. */
    WAKE_UPS("process wakeups"),
    /** Waits that were given up. */
    TIMEOUTS("lock timeouts");

    private final String title;

    Count(String title) {
        this.title = title;
    }

    /**
     * What people call it.
     *
     * @return a few words
     */
    public String title() {
        return title;
    }
}
