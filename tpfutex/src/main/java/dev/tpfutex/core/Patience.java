package dev.tpfutex.core;

/** How long one top waiter has polled and slept, and what it has seen of the owner. */
final class Patience {

    /** Most pauses between two polls: a longer back-off raises throughput and lowers fairness. */
    private static final int MAX_RELAX = 1024;

    /** How long to poll between two looks at whether the owner runs. */
    private static final long LOOK_NANOS = 50_000;

    /** An owner that keeps the lock longer than this in one go is not worth polling for. */
    private static final long LONG_HOLD_NANOS = 1_000_000;

    /** With somebody else waiting for the role. */
    private static final long HURRIED_NANOS = 1_000_000;

    private final Port port;
    private final Task asker;
    private final boolean reads;
    private final long start;
    private int relax = 1;
    private long lastSeen;
    private long sinceChange;
    private long nextLook;

    Patience(Port port, Wait wait) {
        this.port = port;
        this.asker = wait.task();
        this.reads = wait.isShared();
        this.start = port.nanoTime();
        this.sinceChange = start;
        this.nextLook = start + LOOK_NANOS;
    }

    /** When it began. */
    long start() {
        return start;
    }

    void observe(long word, long now) {
        if (activity(word) != lastSeen) {
            lastSeen = activity(word);
            sinceChange = now;
        }
    }

    /** What changes with each owner and with each reader. */
    private static long activity(long word) {
        return FutexWord.with(word, FutexWord.isShared(word) ? FutexWord.readers(word) + 1 : 0);
    }

    boolean isExhausted(long now) {
        return now - start >= DueHandOff.NANOS;
    }

    /** Whether readers have had enough time to leave by themselves. */
    boolean isUsedUpByReaders(long now) {
        return now - start >= LOOK_NANOS;
    }

    /** Whether to ask for a hand-off already if another has waited for the role for long. */
    boolean isHurried(long now) {
        return now - start >= HURRIED_NANOS;
    }

    /**
     * Readers come and go in crowds. A poller that yields its processor to them would be away for longer than one who
     * sleeps is, so it does not yield, and sleeps after some time even if they never cease to come and go.
     */
    private boolean isAmongReaders(long word) {
        return reads || FutexWord.isShared(word);
    }

    boolean shouldSleep(long word, long now) {
        if (now - (isAmongReaders(word) ? start : sinceChange) >= LONG_HOLD_NANOS) {
            return true;
        }
        if (now < nextLook) {
            return false;
        }
        nextLook = now + LOOK_NANOS;
        if (FutexWord.isShared(word)) {
            return now - sinceChange >= LOOK_NANOS;
        }
        int slot = Tid.slot(FutexWord.tid(word));
        if (slot >= port.layout().maxTasks()) {
            return true;
        }
        return now - sinceChange >= LOOK_NANOS && (Parker.isParked(port, slot) || !port.looksRunning(asker, slot));
    }

    void relax(long word) {
        port.relax(relax);
        if (relax < MAX_RELAX) {
            relax <<= 1;
        } else if (!isAmongReaders(word)) {
            port.yieldProcessor();
        }
    }

    /** Woken up: polls closely again, unless the owner has kept the lock all the while. */
    void slept() {
        relax = 1;
        nextLook = Long.MIN_VALUE;

    }
}
