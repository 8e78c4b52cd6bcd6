package dev.tpfutex.core;

/**
 * The control word of a task slot.
 *
 * <pre>
 *  47..40  39..16         15..0
 *  state   process index  generation
 * </pre>
 *
 * <ol>
 *   <li>{@code FREE}: the clean-up of this generation has ended; the slot may be issued again.
 *   <li>{@code USED}: issued to a thread of the process.
 *   <li>{@code DYING}: still issued, but its holder is dead, and its shares of locks are being taken back: they are not
 *       counted any more ({@link Recount}).
 * </ol>
 */
public final class TaskControl {

    public static final int FREE = 0;
    public static final int USED = 1;
    public static final int DYING = 2;

    private TaskControl() {}

    public static long of(int state, int process, int generation) {
        return (long) state << 40 | (long) process << 16 | generation;
    }

    /** Whether this is what the control word says while a tid is issued, in whichever state. */
    public static boolean isIssued(long control, int tid) {
        return isIssued(control) && generation(control) == Tid.generation(tid);
    }

    /** Whether the slot is issued. */
    public static boolean isIssued(long control) {
        return state(control) == USED || state(control) == DYING;
    }

    public static int state(long control) {
        return (int) (control >>> 40) & 0xff;
    }

    public static int process(long control) {
        return (int) (control >>> 16) & 0xff_ffff;
    }

    public static int generation(long control) {
        return (int) control & 0xffff;
    }
}
