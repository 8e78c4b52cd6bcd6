package dev.tpfutex.bench.lock;

/** Times of the monotonic clock at which somebody gives up. */
final class Deadline {

    private Deadline() {}

    static long after(long nanos) {
        return System.nanoTime() + nanos;
    }

    /** How long until then, {@link RawFutex#FOREVER} for ever. */
    static long rest(long deadline) {
        return deadline == RawFutex.FOREVER ? RawFutex.FOREVER : deadline - System.nanoTime();
    }

    static boolean isOver(long deadline) {
        return deadline != RawFutex.FOREVER && deadline - System.nanoTime() <= 0;
    }
}
