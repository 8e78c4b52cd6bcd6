package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.SharedMutex;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A worker JVM. It runs until its standard input ends, which the supervisor brings about by closing it, or by its own
 * death; so no worker outlives the supervisor.
 */
public final class Worker {

    /** Exit code of a worker that has reported a failure. */
    static final int FAILED = 3;

    private static final Duration PUBLISH_EVERY = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(12);

    private final WorkerOrders orders;
    private final WorkerStats stats;
    private final WorkerRow row;
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
        try (LockSpace space = LockSpace.open(orders.files().space(), orders.spaceOptions())) {
            List<Thread> threads = startThreads(space);
            publishUntilStopped(space.mutex(WorkerOrders.MUTEX));
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (RuntimeException | IOException failure) {
            row.fail(failure.toString());
            failure.printStackTrace();
            stop.await();
            Runtime.getRuntime().halt(FAILED);
        }
    }

    private List<Thread> startThreads(LockSpace space) throws IOException {
        Ledger ledger = Ledger.open(orders.files().ledger());
        int pid = (int) ProcessHandle.current().pid();
        List<Thread> threads = new ArrayList<>();
        for (int index = 0; index < orders.threads(); index++) {
            Mark mark = new Mark(pid, orders.worker(), index);
            LockLoop loop = new LockLoop(space, ledger, stats, mark, this::isStopped);
            threads.add(Thread.ofPlatform().name("worker-" + index).start(loop));
        }
        return threads;
    }

    private void publishUntilStopped(SharedMutex mutex) throws InterruptedException {
        do {
            row.publish(mutex.statistics());
        } while (!stop.await(PUBLISH_EVERY.toMillis(), TimeUnit.MILLISECONDS));
        row.publish(mutex.statistics());
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
