package dev.tpfutex.model.search;

/** What clients tell the ledger: the {@code x} of an op of kind EVENT. */
final class Events {

    /** {@code y}: the tid that the client has been issued. */
    static final int ISSUED = 0;
    /** {@code y}: the result of the lock call; {@code text}: its deadline, after an i if it could be interrupted. */
    static final int LOCKED = 1;
    static final int UNLOCKING = 2;
    /** {@code y}: the result of the unlock call; {@code text} is not null if it gives up what is torn. */
    static final int UNLOCKED = 3;
    static final int MARKED_CONSISTENT = 4;
    /** {@code y}: the result of an unlock by one who does not own the lock. */
    static final int UNLOCKED_BY_STRANGER = 5;
    /** {@code y}: what the client is going to lock a reader-writer lock for, of {@link Shape}. */
    static final int WISHES = 6;
    /** {@code y}: the status with which the client has become a reader. */
    static final int SHARED = 7;
    /** From here on it does not read any more. */
    static final int UNLOCKING_SHARED = 8;
    /** {@code y}: the result. */
    static final int UNLOCKED_SHARED = 9;
    /** The upgradable reader is still only that; {@code y} and {@code text} as for {@link #LOCKED}. */
    static final int NOT_UPGRADED = 10;

    /** {@code y}: the epoch of a coordinator that the client takes for dead or stopped. */
    static final int COORDINATOR_SUSPECTED = 11;

    private Events() {}
}
