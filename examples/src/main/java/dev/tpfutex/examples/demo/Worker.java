package dev.tpfutex.examples.demo;

import dev.tpfutex.api.Holder;
import dev.tpfutex.api.LockSpace;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A worker JVM. It runs until its standard input ends, which the supervisor brings about by closing it, or by its own
 * death; so no worker outlives the supervisor.
 */
public final class Worker {

    /** Exit code of a worker that has reported a failure. */
    static final int FAILED = 3;

    private static final Duration PUBLISH_EVERY = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(12);

    private final WorkerOrders orders;
    private final WorkerStats stats;
    private final WorkerRow row;
    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);

    private Worker(WorkerOrders orders) throws IOException {
        this.orders = orders;
        stats = WorkerStats.open(orders.files().stats(), orders.threads());
        row = stats.row(orders.worker());
        row.start(ProcessHandle.current().pid());
    }

    /**
     * Started by the supervisor.
     *
     * @param arguments see {@link WorkerOrders}
     * @throws Exception if the files of the run cannot be used
     */
    public static void main(String[] arguments) throws Exception {
        Worker worker = new Worker(WorkerOrders.parse(List.of(arguments)));
        Thread.ofPlatform().daemon().name("end-of-input").start(worker::awaitEndOfInput);
        worker.run();
    }

    private void run() throws InterruptedException {
        try {
            LockSpace space = LockSpace.open(orders.files().space(), orders.spaceOptions());
            Ledger ledger = Ledger.open(orders.files().ledger());
            for (int index = 0; index < orders.threads(); index++) {
                threads.add(startThread(space, ledger, index));
            }
            LedgerLock lock = LedgerLock.open(space, orders.isShared());
            do {
                publish(lock);
                replaceEnded(space, ledger);
            } while (!stop.await(PUBLISH_EVERY.toMillis(), TimeUnit.MILLISECONDS));
            for (Thread thread : threads) {
                thread.join();
            }
            publish(lock);
            close(space);
        } catch (RuntimeException | IOException failure) {
            row.fail(failure.toString());
            failure.printStackTrace();
            stop.await();
            Runtime.getRuntime().halt(FAILED);
        }
    }

    /** A thread that has ended with the lock counts as busy until it is cleaned up after. */
    private void close(LockSpace space) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (;;) {
            try {
                space.close();
                return;
            } catch (IllegalStateException busy) {
                if (!orders.soak() || System.nanoTime() - deadline > 0) {
                    throw busy;
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private Thread startThread(LockSpace space, Ledger ledger, int index) {
        Mark mark = new Mark((int) ProcessHandle.current().pid(), orders.worker(), index);
        LockLoop loop =
                new LockLoop(space, new Station(ledger, stats, mark, orders, this::isStopped, new Random()));
        return Thread.ofPlatform().name("worker-" + index).start(loop);
    }

    /** In a soak threads end by themselves. */
    private void replaceEnded(LockSpace space, Ledger ledger) {
        for (int index = 0; index < threads.size(); index++) {
            if (!threads.get(index).isAlive() && !isStopped()) {
                threads.set(index, startThread(space, ledger, index));
            }
        }
    }

    private void publish(LedgerLock lock) {
        row.publish(lock.writers().statistics(), lock.holder().map(Holder::pid).orElse(0L));
    }

    private boolean isStopped() {
        return stop.getCount() == 0;
    }

    private void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is ever sent.
            }
        } catch (IOException broken) {
            // As good as the end.
        }
        stop.countDown();
        haltWhenStuck();
    }

    /** By now the supervisor has seen that a thread hangs, or is dead itself. */
    private static void haltWhenStuck() {
        try {
            Thread.sleep(PATIENCE);
        } catch (InterruptedException interrupted) {
            // Nobody interrupts this thread.
        }
        Runtime.getRuntime().halt(FAILED);
    }
}
