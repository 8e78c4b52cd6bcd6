package dev.tpfutex.bench.handoff;

/** In which state the next owner is when the lock is given back. */
enum Way {

    /** No lock: a word that another thread polls without a pause. */
    BARE_WORD("bare word, polled", false, false, 400),
    /** No lock: a word on which another thread sleeps in {@code futex(2)}. */
    BARE_FUTEX("bare futex(2) word, slept on", false, true, 12),
    /** It has asked an instant ago, and the owner runs. */
    SPINNING("hand-off to a waiter that spins", true, false, 400),
    /** It has asked twenty milliseconds ago. */
    PARKED("hand-off to a waiter that is parked", true, true, 12),
    /** It has asked after another one, that gets the lock before it and gives it back at once. */
    QUEUED("hand-off to the next in the queue", true, true, 12);

    private final String title;
    private final boolean lock;
    private final boolean sleepy;
    private final int rounds;

    Way(String title, boolean lock, boolean sleepy, int rounds) {
        this.title = title;
        this.lock = lock;
        this.sleepy = sleepy;
        this.rounds = rounds;
    }

    String title() {
        return title;
    }

    /** Whether there is a lock in it. */
    boolean hasLock() {
        return lock;
    }

    /** Whether it takes time for everybody to fall asleep. */
    boolean isSleepy() {
        return sleepy;
    }

    /** How often to try it in one go. */
    int rounds() {
        return rounds;
    }
}
