package dev.tpfutex.examples.demo;

import dev.tpfutex.examples.demo.Ledger.Sight;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** What a reader does: looks at the ledger twice, and finds that nobody has been inside meanwhile. */
final class Looking {

    private static final int SPINS = 50;

    private final Station station;
    private final Ledger ledger;
    private final Mark mark;
    private final Random random;

    Looking(Station station) {
        this.station = station;
        this.ledger = station.ledger();
        this.mark = station.mark();
        this.random = station.random();
    }

    /** Looks, waits a little, now and then asleep, and looks again. */
    Sight twice() {
        try {
            Sight sight = ledger.look(mark);
            pause();
            ledger.lookAgain(mark, sight);
            return sight;
        } catch (Throwable failure) {
            throw station.freeze(failure);
        }
    }

    /** Nobody has been inside since. */
    void again(Sight before) {
        try {
            ledger.lookAgain(mark, before);
        } catch (Throwable failure) {
            throw station.freeze(failure);
        }
    }

    private void pause() {
        long nanos = station.holdNanos();
        if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
        for (int spins = random.nextInt(SPINS); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
