package dev.tpfutex.model.search;

/**
 * Where things are in a state of the world. A state is an array of longs and holds all that decides the future: the
 * clock, what the scheduler may still inflict, the ledger, where each actor stands in its code, and the memory.
 */
final class Shape {

    static final int CLOCK = 0;
    /** Six bits for each {@link Fault}. */
    static final int FAULTS = 1;
    /** Who ran last, plus 1, and how many preemptions are left; 0 if these are not counted. */
    static final int LAST = 2;
    static final int PREEMPTIONS = 3;
    /** Until when, at most, somebody is stopped. */
    static final int STOPPED_UNTIL = 4;

    // The ledger.
    /** The client inside the critical section, plus 1. */
    static final int INSIDE = 5;
    /** 1: an owner died inside, and nobody has repaired since. 2: not recoverable. */
    static final int HEALTH = 6;
    static final int TOKEN = 7;
    /** When the top waiter has got its role. */
    static final int ROLE_SINCE = 8;
    private static final int FIRST_CLIENT = 9;
    private static final int PER_CLIENT = 4;

    static final int TORN = 1;
    static final int LOST = 2;

    // What a client is doing: one of the wishes, and whether it reads.
    static final int TO_WRITE = 1;
    static final int TO_READ = 2;
    static final int TO_READ_UPGRADABLY = 3;
    static final int WISH = 3;
    static final int READS = 4;

    // States of an actor.
    static final int ABSENT = 0;
    static final int ACTIVE = 1;
    static final int PARKED = 2;
    static final int DONE = 3;
    static final int DEAD = 4;
    /** Beside one of the above. */
    static final int STOPPED = 8;

    private static final int PER_ACTOR = 3;
    private static final int FAULT_BITS = 6;
    private static final int FAULT_MASK = (1 << FAULT_BITS) - 1;

    private final int firstActor;
    private final int firstCell;

    Shape(int clients, int actors) {
        this.firstActor = FIRST_CLIENT + clients * PER_CLIENT;
        this.firstCell = firstActor + actors * PER_ACTOR;
    }

    int length() {
        return firstCell + Cells.CAPACITY;
    }

    /** The client's tid, 0 = none yet. */
    int tid(int client) {
        return FIRST_CLIENT + client * PER_CLIENT;
    }

    /** Whether the lock, which the client owns, was given to it by another. */
    int given(int client) {
        return FIRST_CLIENT + client * PER_CLIENT + 1;
    }

    /** Who had asked for the lock to be handed over when the client began to unlock, or to lock as a reader. */
    int heir(int client) {
        return FIRST_CLIENT + client * PER_CLIENT + 2;
    }

    /** What a client of a reader-writer lock wants, and whether it reads. */
    int doing(int client) {
        return FIRST_CLIENT + client * PER_CLIENT + 3;
    }

    /** The node of the actor's {@link Automaton}. */
    int node(int actor) {
        return firstActor + actor * PER_ACTOR;
    }

    int status(int actor) {
        return firstActor + actor * PER_ACTOR + 1;
    }

    int wakeTime(int actor) {
        return firstActor + actor * PER_ACTOR + 2;
    }

    int cell(int index) {
        return firstCell + index;
    }

    static int left(long[] state, Fault fault) {
        return (int) (state[FAULTS] >>> fault.ordinal() * FAULT_BITS) & FAULT_MASK;
    }

    static void spend(long[] state, Fault fault) {
        state[FAULTS] -= 1L << fault.ordinal() * FAULT_BITS;
    }

    static void allow(long[] state, Fault fault, int times) {
        state[FAULTS] += (long) times << fault.ordinal() * FAULT_BITS;
    }

    /** 64 bits of its first longs. A cell that is 0 adds nothing, so that cells may be found later. */
    static long fingerprint(long[] state, int length) {
        long sum = 0x9E3779B97F4A7C15L;
        for (int i = 0; i < length; i++) {
            if (state[i] != 0) {
                sum += mix(state[i] * 0xD6E8FEB86659FD93L ^ (i + 1) * 0xA0761D6478BD642FL);
            }
        }
        return mix(sum);
    }

    private static long mix(long bits) {
        long z = bits;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
