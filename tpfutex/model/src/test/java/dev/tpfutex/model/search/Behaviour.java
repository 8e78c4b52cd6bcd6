package dev.tpfutex.model.search;

/**
 * What a client does.
 *
 * @param rounds how often it locks and unlocks
 * @param timeout nanoseconds it waits at most, -1 = for ever
 * @param isInterruptible whether an interrupt ends its wait
 * @param nap nanoseconds it sleeps inside, 0 = not at all
 * @param isStranger whether it first tries to unlock what it does not own
 * @param way what it wants the lock for
 * @param offersBias whether it, as a reader, has readers leave the word alone
 */
record Behaviour(int rounds, long timeout, boolean isInterruptible, long nap, boolean isStranger, Way way,
        boolean offersBias) {

    static Behaviour rounds(int count) {
        return new Behaviour(count, -1, false, 0, false, Way.WRITE, false);
    }

    Behaviour timeout(long nanos) {
        return new Behaviour(rounds, nanos, isInterruptible, nap, isStranger, way, offersBias);
    }

    Behaviour interruptible() {
        return new Behaviour(rounds, timeout, true, nap, isStranger, way, offersBias);
    }

    /** Longer than a poller's patience, the more so than that of one who asks for a hand-off. */
    Behaviour slow() {
        return new Behaviour(rounds, timeout, isInterruptible, 8_000_000, isStranger, way, offersBias);
    }

    Behaviour stranger() {
        return new Behaviour(rounds, timeout, isInterruptible, nap, true, way, offersBias);
    }

    Behaviour way(Way other) {
        return new Behaviour(rounds, timeout, isInterruptible, nap, isStranger, other, offersBias);
    }

    Behaviour offeringBias() {
        return new Behaviour(rounds, timeout, isInterruptible, nap, isStranger, way, true);
    }

    boolean isSlow() {
        return nap > 0;
    }
}
