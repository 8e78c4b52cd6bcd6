package dev.tpfutex.core;

/**
 * How a task tells the coordinator to look at its slot: one bit a task. A bit can be set twice, or by one
 * who dies right after, or be lost with a coordinator that dies after reading it, and nothing breaks: the
 * truth is in the slot, and a task that still waits sets its bit again from time to time. A bitmap has
 * no links to corrupt and no half-done states, as a linked stack would.
 */
public final class Submissions {

    private Submissions() {}

    /** Has the coordinator look at the slot. To be called after the slot says what there is to see. */
    public static void submit(Port port, int slot) {
        long at = wordOf(port, slot / Long.SIZE);
        long bit = 1L << slot;
        if ((port.getLong(at) & bit) == 0) {
            port.getAndBitwiseOrLong(at, bit);
        }
        Doorbell.ring(port);
    }

    /** Whether any bit is set. */
    public static boolean pending(Port port) {
        for (int i = 0; i < port.layout().submissionWords(); i++) {
            if (port.getLong(wordOf(port, i)) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Takes the bits of one word: those of slots {@code 64 * index} and up. */
    public static long take(Port port, int index) {
        long at = wordOf(port, index);
        return port.getLong(at) == 0 ? 0 : port.getAndSetLong(at, 0);
    }

    private static long wordOf(Port port, int index) {
        return port.layout().submissions() + (long) index * Long.BYTES;
    }
}
