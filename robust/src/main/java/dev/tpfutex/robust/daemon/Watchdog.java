package dev.tpfutex.robust.daemon;

import dev.tpfutex.robust.attendant.Rounds;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Feeds the service manager's watchdog, twice in the time that it allows, as long as every attendant, every coordinator
 * and the server go their rounds. One that hangs is not fed for, so that the manager kills the daemon.
 */
final class Watchdog {

    private static final System.Logger LOG = System.getLogger("dev.tpfutex.daemon");

    private final ServiceManager manager;
    private final Supplier<Collection<Rounds>> threads;
    private final long periodNanos;

    private Watchdog(ServiceManager manager, Supplier<Collection<Rounds>> threads) {
        this.manager = manager;
        this.threads = threads;
        this.periodNanos = manager.watchdogNanos() / 2;
    }

    /** Starts the feeding, if the manager wants it. */
    static void start(ServiceManager manager, Supplier<Collection<Rounds>> threads) {
        if (manager.watchdogNanos() > 0) {
            Watchdog watchdog = new Watchdog(manager, threads);
            Thread.ofPlatform().daemon().name("tpfutexd-watchdog").start(watchdog::run);
        }
    }

    private void run() {
        for (long next = System.nanoTime();; next += periodNanos) {
            try {
                feed();
            } catch (InterruptedException | RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "the watchdog could not look", e);
            }
            sleepUntil(next + periodNanos);
        }
    }

    private void feed() throws InterruptedException {
        Collection<Rounds> all = threads.get();
        CountDownLatch missing = new CountDownLatch(all.size());
        all.forEach(each -> each.awaitSign(missing::countDown));
        if (missing.await(periodNanos, TimeUnit.NANOSECONDS)) {
            manager.alive();
        } else {
            LOG.log(System.Logger.Level.ERROR,
                    "{0} of {1} threads do not go their rounds; the service manager is not told"
                            + " that all is well",
                    missing.getCount(), all.size());
        }
    }

    private static void sleepUntil(long time) {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
