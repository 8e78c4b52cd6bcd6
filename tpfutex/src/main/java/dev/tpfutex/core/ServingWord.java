package dev.tpfutex.core;

import dev.tpfutex.shm.layout.CoordinatorLayout;

/**
 * Who coordinates.
 *
 * <pre>
 *  63..32  31..0
 *  epoch   index of the serving process + 1, 0 = nobody
 * </pre>
 */
public final class ServingWord {

    private ServingWord() {}

    public static long of(int epoch, int process) {
        return (long) epoch << Integer.SIZE | process + 1;
    }

    public static int epoch(long serving) {
        return (int) (serving >>> Integer.SIZE);
    }

    /** Index of the serving process, -1 = nobody; damaged, it may be anything. */
    public static int process(long serving) {
        return (int) serving - 1;
    }

    /** Offset of the word. */
    public static long at(Port port) {
        return port.layout().coordinator() + CoordinatorLayout.SERVING;
    }
}
