package dev.tpfutex.shm.layout;

/**
 * The coordinator block. Each word that different parties write has a line of its own.
 *
 * <pre>
 *   0  serving    long  epoch (upper 32 bits) and process index + 1 (lower 32); 0 = nobody yet
 *  64  doorbell   int   epoch shifted left by one, lowest bit: asleep; a futex word
 * 128  beat       long  raised by the coordinator in each duty cycle
 * 192  membership int   raised whenever a process joins or leaves
 * 256  task high  int   task slots from this index on have never been issued
 * 320  long waits int   raised by each task that has waited for a second
 * 384  deadlocks  int   raised by the coordinator's host for each deadlock that it has found
 * </pre>
 */
public final class CoordinatorLayout {

    public static final long SERVING = 0;
    public static final long DOORBELL = 64;
    public static final long BEAT = 128;
    public static final long MEMBERSHIP = 192;
    public static final long TASK_HIGH = 256;
    public static final long LONG_WAITS = 320;
    public static final long DEADLOCKS = 384;

    private CoordinatorLayout() {}
}
