package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private final List<WorkerProcess> leaving = new CopyOnWriteArrayList<>();
    /** Rows of those that have ended and that nobody has looked at since. */
    private final List<WorkerRow> departedRows = new ArrayList<>();
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
        WorkerOrders orders = new WorkerOrders(files, started, options.processes(), options.threads(),
                options.soak(), options.readPercent());
        workers.add(WorkerProcess.start(orders, stats.row(started)));
    }

    /** Whether all have got the lock once. */
    boolean isAtWork() {
        return workers.stream().allMatch(worker -> worker.row().isAtWork());
    }

    /** One of those at work if there are at least two, if ever, so that somebody is left to notice. */
    Optional<WorkerProcess> anyAtWork(Random random) {
        List<WorkerProcess> atWork = workers.stream().filter(worker -> worker.row().isAtWork()).toList();
        return atWork.size() < Math.min(2, options.processes()) ? Optional.empty()
                : Optional.of(atWork.get(random.nextInt(atWork.size())));
    }

    /** One of those that are just starting. */
    Optional<WorkerProcess> anyStarting() {
        return workers.stream().filter(worker -> !worker.row().isAtWork()).findAny();
    }

    /** Kills one of them; another will take its place a little later. */
    Kill kill(WorkerProcess victim, Random random) throws InterruptedException {
        workers.remove(victim);
        Kill kill = victim.kill(workers.stream()
                .filter(worker -> worker.row().isAtWork())
                .map(WorkerProcess::worker)
                .toList());
        depart(victim);
        restarts.add(System.nanoTime() + (long) (random.nextDouble() * LONGEST_PAUSE.toNanos()));
        return kill;
    }

    /** Tells one of them to end in order; another takes its place when it has. */
    void letGo(WorkerProcess worker) {
        workers.remove(worker);
        leaving.add(worker);
        worker.stop();
    }

    private void depart(WorkerProcess worker) {
        departed.add(worker.row());
        departedRows.add(worker.row());
    }

    /** The rows of those that have ended since the last call. */
    List<WorkerRow> takeDeparted() {
        List<WorkerRow> rows = List.copyOf(departedRows);
        departedRows.clear();
        return rows;
    }

    /** How many processes there have been. */
    int started() {
        return started;
    }

    /** Starts those whose time has come. */
    void tick(long now) throws IOException {
        for (WorkerProcess worker : leaving) {
            if (!worker.isAlive()) {
                worker.checkEnd();
                leaving.remove(worker);
                depart(worker);
                restarts.add(now);
            } else {
                worker.checkLeaving(now);
            }
        }
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
        workers.addAll(leaving);
        leaving.clear();
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
        List<WorkerProcess> all = new ArrayList<>(workers);
        all.addAll(leaving);
        all.forEach(WorkerProcess::destroy);
        for (WorkerProcess worker : all) {
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
        leaving.forEach(worker -> tally.add(worker.row()));
        return tally;
    }
}
