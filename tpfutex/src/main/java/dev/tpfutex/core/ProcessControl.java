package dev.tpfutex.core;

/** The control word of a process record: generation in the upper half, 0 free or 1 in use in the lower. */
public final class ProcessControl {

    private static final int FREE = 0;
    private static final int IN_USE = 1;

    private ProcessControl() {}

    public static boolean isInUse(long control) {
        return (int) control == IN_USE;
    }

    public static int generation(long control) {
        return (int) (control >>> Integer.SIZE);
    }

    /** A positive number that no other process that is or was registered of late has. */
    static int tag(int process, long control) {
        return ((generation(control) & 0xffff) << 14 | process) + 1;
    }

    static long nextInUse(long control) {
        return (long) (generation(control) + 1) << Integer.SIZE | IN_USE;
    }

    static long freed(long control) {
        return (long) generation(control) << Integer.SIZE | FREE;
    }
}
