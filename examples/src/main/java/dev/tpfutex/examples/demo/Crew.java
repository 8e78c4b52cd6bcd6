package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** The workers that run at present. Used by one thread; {@link #destroy} by any. */
final class Crew {

    private static final Duration END = Duration.ofSeconds(10);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final DemoFiles files;
    private final DemoOptions options;
    private final WorkerStats stats;
    private final Tally departed = new Tally();
    private final List<WorkerProcess> workers = new CopyOnWriteArrayList<>();
    private final Queue<Long> restarts = new PriorityQueue<>();
    private int started;
    private boolean destroyed;

    Crew(DemoFiles files, DemoOptions options, WorkerStats stats) {
        this.files = files;
        this.options = options;
        this.stats = stats;
    }

    /** Starts all of them at once. */
    void start() throws IOException {
        while (workers.size() < options.processes()) {
            startOne();
        }
    }

    private synchronized void startOne() throws IOException {
        if (destroyed) {
            throw DemoFailure.trouble("interrupted");
        }
        if (++started == Mark.MAX_WORKERS) {
            throw DemoFailure.trouble("the ledger has no room for more than " + started + " workers");
        }
        WorkerOrders orders = new WorkerOrders(files, started, options.processes(), options.threads());
        workers.add(WorkerProcess.start(orders, stats.row(started)));
    }

    /** Whether there is none to kill just now. */
    boolean isEmpty() {
        return workers.isEmpty();
    }

    /** Kills one of them; another will take its place a little later. */
    Kill killOne(Random random) throws InterruptedException {
        WorkerProcess victim = workers.get(random.nextInt(workers.size()));
        workers.remove(victim);
        Kill kill = victim.kill(workers.stream()
                .filter(worker -> worker.row().isAtWork())
                .map(WorkerProcess::worker)
                .toList());
        departed.add(victim.row());
        restarts.add(System.nanoTime() + (long) (random.nextDouble() * LONGEST_PAUSE.toNanos()));
        return kill;
    }

    /** Starts those whose time has come. */
    void tick(long now) throws IOException {
        while (!restarts.isEmpty() && now - restarts.peek() >= 0) {
            restarts.remove();
            startOne();
        }
    }

    /**
     * Checks that all is well.
     *
     * @throws DemoFailure if not
     */
    void check() {
        workers.forEach(WorkerProcess::check);
    }

    /**
     * Lets all of them end.
     *
     * @throws DemoFailure if one does not
     */
    void stop() throws InterruptedException {
        workers.forEach(WorkerProcess::stop);
        long deadline = System.nanoTime() + END.toNanos();
        for (WorkerProcess worker : workers) {
            while (worker.isAlive()) {
                if (worker.row().failures() > 0) {
                    worker.check();
                }
                if (System.nanoTime() > deadline) {
                    throw DemoFailure.hang(worker + " has not ended within " + END.toSeconds() + " s");
                }
                Thread.sleep(10);
            }
        }
        workers.forEach(WorkerProcess::checkEnd);
    }

    /** Ends all of them whatever they do. */
    synchronized void destroy() throws InterruptedException {
        destroyed = true;
        workers.forEach(WorkerProcess::destroy);
        for (WorkerProcess worker : workers) {
            worker.awaitDeath();
        }
    }

    List<WorkerProcess> workers() {
        return workers;
    }

    /** What all workers have done so far, the dead included. */
    Tally tally() {
        Tally tally = new Tally(departed);
        workers.forEach(worker -> tally.add(worker.row()));
        return tally;
    }
}
