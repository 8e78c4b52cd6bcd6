package dev.tpfutex.model.search;

/**
 * What a client does.
 *
 * @param rounds how often it locks and unlocks
 * @param timeout nanoseconds it waits at most, -1 = for ever
 * @param isInterruptible whether an interrupt ends its wait
 * @param nap nanoseconds it sleeps inside, 0 = not at all
 * @param isStranger whether it first tries to unlock what it does not own
 */
record Behaviour(int rounds, long timeout, boolean isInterruptible, long nap, boolean isStranger) {

    static Behaviour rounds(int count) {
        return new Behaviour(count, -1, false, 0, false);
    }

    Behaviour timeout(long nanos) {
        return new Behaviour(rounds, nanos, isInterruptible, nap, isStranger);
    }

    Behaviour interruptible() {
        return new Behaviour(rounds, timeout, true, nap, isStranger);
    }

    /** Longer than a poller's patience, the more so than that of one who asks for a hand-off. */
    Behaviour slow() {
        return new Behaviour(rounds, timeout, isInterruptible, 8_000_000, isStranger);
    }

    Behaviour stranger() {
        return new Behaviour(rounds, timeout, isInterruptible, nap, true);
    }

    boolean isSlow() {
        return nap > 0;
    }
}
