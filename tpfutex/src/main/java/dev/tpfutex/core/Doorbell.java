package dev.tpfutex.core;

import dev.tpfutex.shm.layout.CoordinatorLayout;
import java.util.List;

/**
 * Wakes the coordinator, and only when it sleeps.
 *
 * <pre>
 *  31..1                        0
 *  epoch of the coordinator     ASLEEP
 * </pre>
 *
 * A client publishes its work and then looks here; the coordinator sets ASLEEP and then looks for work: one
 * of the two sees the other. The epoch keeps an old coordinator from marking its successor awake.
 */
public final class Doorbell {

    private static final int ASLEEP = 1;

    private Doorbell() {}

    /** Has the coordinator look around soon. To be called after the work is visible. */
    public static void ring(Port port) {
        long at = at(port);
        int bell = port.getInt(at);
        if ((bell & ASLEEP) != 0 && port.compareAndSetInt(at, bell, bell & ~ASLEEP)) {
            port.wakeWord(at);
        }
    }

    /**
     * Wakes the coordinator even if somebody seems to have rung: that somebody may have died between its
     * store and its call.
     */
    public static void ringSurely(Port port) {
        ring(port);
        port.wakeWord(at(port));
    }

    /** The bell of a coordinator that has just been elected; wakes its predecessor, which is to see that. */
    public static void install(Port port, int epoch) {
        for (;;) {
            int bell = port.getInt(at(port));
            if (bell >>> 1 >= epoch) {
                // Of a successor; or damaged, and the predecessor sleeps on what was there before.
                port.wakeWord(at(port));
                return;
            }
            if (port.compareAndSetInt(at(port), bell, awake(epoch))) {
                port.wakeWord(at(port));
                return;
            }
        }
    }

    /** While a coordinator is awake and serves, the bell says its epoch and nothing else; what else it says is damage. */
    public static void repair(Port port, int epoch) {
        int bell = port.getInt(at(port));
        if (bell != awake(epoch)) {
            port.corrupt(at(port), "says " + Integer.toHexString(bell) + " in epoch " + epoch);
            port.compareAndSetInt(at(port), bell, awake(epoch));
            // The predecessor may sleep on what was there before, which nobody rings.
            port.wakeWord(at(port));
        }
    }

    /** Whether the bell says that the coordinator of this epoch is awake. */
    public static boolean isAwake(Port port, int epoch) {
        return port.getInt(at(port)) == awake(epoch);
    }

    /** Marks the coordinator asleep; false if the bell is no longer its own. */
    public static boolean fallAsleep(Port port, int epoch) {
        return port.compareAndSetInt(at(port), awake(epoch), awake(epoch) | ASLEEP);
    }

    /** Takes a nap that nobody ends. */
    public static void nap(Port port, int epoch, long nanos) {
        port.awaitWord(at(port), awake(epoch), nanos);
    }

    /** Marked asleep, sleeps until rung, or until a thread ends of those whose life words are given. */
    public static void sleep(Port port, int epoch, long nanos, List<LifeWatch> alive) {
        port.awaitWord(at(port), awake(epoch) | ASLEEP, nanos, alive);
    }

    /** Takes the mark back. */
    public static void wakeUp(Port port, int epoch) {
        port.compareAndSetInt(at(port), awake(epoch) | ASLEEP, awake(epoch));
    }

    private static int awake(int epoch) {
        return epoch << 1;
    }

    private static long at(Port port) {
        return port.layout().coordinator() + CoordinatorLayout.DOORBELL;
    }
}
