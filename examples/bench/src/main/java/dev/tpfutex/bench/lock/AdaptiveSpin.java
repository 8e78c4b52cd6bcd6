package dev.tpfutex.bench.lock;

import java.util.function.BooleanSupplier;

/**
 * How long it pays to spin before one sleeps: about twice as long as it has taken of late. So do the adaptive mutexes of
 * the C library.
 */
final class AdaptiveSpin {

    /** Some 9 microseconds: what a sleep costs at the least. */
    private static final int MOST = 1000;
    private static final int FEW = 10;
    private static final int WEIGHT = 8;

    /** Changed by all threads without care; it is a guess. */
    private int usual;

    /** Tries now and again; whether it succeeded. */
    boolean until(BooleanSupplier attempt) {
        int most = Math.min(MOST, 2 * usual + FEW);
        int turns = 0;
        boolean done = false;
        while (!done && turns < most) {
            Thread.onSpinWait();
            turns++;
            done = attempt.getAsBoolean();
        }
        usual += (turns - usual) / WEIGHT;
        return done;
    }
}
