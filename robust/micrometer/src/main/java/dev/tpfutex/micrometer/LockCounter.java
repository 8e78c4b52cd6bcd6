package dev.tpfutex.micrometer;

import io.micrometer.core.instrument.Tags;

/** The counters that each lock has: how they are called. */
enum LockCounter {

    FAST("tpfutex.acquisitions", "Locks acquired, by how", Tags.of("status", "fast")),

    STOLEN("tpfutex.acquisitions", "Locks acquired, by how", Tags.of("status", "stolen")),

    TOP_WAITER("tpfutex.acquisitions", "Locks acquired, by how", Tags.of("status", "top_waiter")),

    HANDED_OFF("tpfutex.acquisitions", "Locks acquired, by how", Tags.of("status", "handed_off")),

    OWNERS("tpfutex.owners", "Times that a lock got an owner", Tags.empty()),

    SLEEPS("tpfutex.sleeps", "Times that owners slept before they got the lock", Tags.empty()),

    TIMEOUTS("tpfutex.timeouts", "Waits that ended because their time was up", Tags.empty()),

    OWNER_DEATHS("tpfutex.owner.deaths", "Owners that died inside the critical section", Tags.empty());

    private final String meter;
    private final String description;
    private final Tags tags;

    LockCounter(String meter, String description, Tags tags) {
        this.meter = meter;
        this.description = description;
        this.tags = tags;
    }

    String meter() {
        return meter;
    }

    String description() {
        return description;
    }

    Tags tags() {
        return tags;
    }
}
