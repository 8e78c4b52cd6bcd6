package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockSpace;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** One thread of a worker: reads and writes the ledger, in random order, until it is told to end. */
final class LockLoop implements Runnable {

    private static final int SPINS = 100;
    /** A thread rests once in so many operations. */
    private static final int REST_SHARE = 1000;
    /** In a soak processors are wanted for the JVMs that start. */
    private static final int SOAK_REST_SHARE = 5;
    /** In a soak a thread lives so long on average. */
    private static final Duration LIFE = Duration.ofSeconds(15);

    private final Station station;
    private final ThreadCell cell;
    private final Random random;
    private final int readPercent;
    private final boolean soak;
    private final Writing writing;
    /** {@code null} under a mutex. */
    private final Reading reading;
    private final Schedule death;

    LockLoop(LockSpace space, Station station) {
        WorkerOrders orders = station.orders();
        Repair repair = new Repair(station);
        LedgerLock lock = LedgerLock.open(space, orders.isShared(), repair);
        this.station = station;
        this.cell = station.cell();
        this.random = station.random();
        this.readPercent = orders.readPercent();
        this.soak = orders.soak();
        this.writing = new Writing(station, repair, lock.writers());
        this.reading = orders.isShared() ? new Reading(station, lock.shared(), writing) : null;
        this.death = new Schedule(soak ? LIFE : Duration.ZERO, random);
    }

    @Override
    public void run() {
        try {
            cell.start();
            while (!station.stopped().getAsBoolean()) {
                if (death.isDue(System.nanoTime())) {
                    die();
                    return;
                }
                operate();
                cell.rest();
                rest();
            }
        } catch (Throwable failure) {
            throw station.freeze(failure);
        }
    }

    private void operate() throws InterruptedException {
        if (reads()) {
            reading.operate();
        } else {
            writing.operate();
        }
    }

    private void die() {
        if (reads()) {
            reading.dieInside();
        } else {
            writing.dieInside();
        }
    }

    private boolean reads() {
        return reading != null && random.nextInt(100) < readPercent;
    }

    private void rest() {
        if (random.nextInt(soak ? SOAK_REST_SHARE : REST_SHARE) == 0) {
            LockSupport.parkNanos(random.nextInt(1_000_000));
        }
        for (int spins = random.nextInt(SPINS); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }
}
