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
 * </ol>
 */
public final class TaskControl {

    public static final int FREE = 0;
    public static final int USED = 1;

    private TaskControl() {}

    public static long of(int state, int process, int generation) {
        return (long) state << 40 | (long) process << 16 | generation;
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
