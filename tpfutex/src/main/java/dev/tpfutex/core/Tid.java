package dev.tpfutex.core;

/**
 * A task id: 29 bits, issued by the space, never an id of the operating system (those collide across pid
 * namespaces and are re-used).
 *
 * <pre>
 *  28..16              15..0
 *  generation, 1..8191  slot index
 * </pre>
 *
 * A slot's next generation is issued only after the clean-up of the one before has ended.
 */
public final class Tid {

    public static final int MAX_GENERATION = (1 << 13) - 1;

    private Tid() {}

    public static int of(int slot, int generation) {
        return generation << 16 | slot;
    }

    public static int slot(int tid) {
        return tid & 0xffff;
    }

    public static int generation(int tid) {
        return tid >>> 16 & MAX_GENERATION;
    }

    /** For messages. */
    public static String describe(int tid) {
        return "(slot " + slot(tid) + ", generation " + generation(tid) + ")";
    }

    static int nextGeneration(int generation) {
        return generation >= MAX_GENERATION ? 1 : generation + 1;
    }
}
