package dev.tpfutex.model;

import java.util.SplittableRandom;

/** Makes the scheduler's decisions. */
interface Chooser {

    /** One of {@code 0 .. n-1}; {@code 0} is the ordinary course of events. */
    int choose(int n);

    /** Whether a rare event, one in {@code n}, happens now. */
    boolean rarely(int n);

    /** Decides by a seed. */
    static Chooser seeded(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Chooser() {
            @Override
            public int choose(int n) {
                return random.nextInt(n);
            }

            @Override
            public boolean rarely(int n) {
                return random.nextInt(n) == 0;
            }
        };
    }
}
