package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker JVM as the supervisor sees it. */
final class WorkerProcess {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration LEAVE = Duration.ofSeconds(15);
    private static final Duration DEATH = Duration.ofSeconds(10);

    private final int worker;
    private final WorkerRow row;
    private final Process process;
    private final long spawnedAt = System.nanoTime();
    private long leavingSince;

    private WorkerProcess(int worker, WorkerRow row, Process process) {
        this.worker = worker;
        this.row = row;
        this.process = process;
    }

    static WorkerProcess start(WorkerOrders orders, WorkerRow row) throws IOException {
        row.assign(orders.worker());
        Process process = new ProcessBuilder(JvmCommand.of(Worker.class, orders.soak(), orders.toArguments()))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
        return new WorkerProcess(orders.worker(), row, process);
    }

    int worker() {
        return worker;
    }

    long pid() {
        return process.pid();
    }

    WorkerRow row() {
        return row;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it by SIGKILL, waits until it is gone, and looks at what it was doing. */
    Kill kill(List<Integer> witnesses) throws InterruptedException {
        boolean host = CoordinatorThread.isIn(pid());
        long now = System.nanoTime();
        row.killAt(now);
        process.destroyForcibly();
        awaitDeath();
        long goneAfter = System.nanoTime() - now;
        boolean inside = false;
        int reading = 0;
        int waiting = 0;
        for (int index = 0; index < row.threads(); index++) {
            ThreadCell cell = row.thread(index);
            inside |= cell.isWriting();
            reading += cell.isReading() ? 1 : 0;
            waiting += cell.waitingSince() != 0 ? 1 : 0;
        }
        return new Kill(worker, pid(), now, goneAfter, inside, host, reading, waiting, witnesses);
    }

    void awaitDeath() throws InterruptedException {
        if (!process.waitFor(DEATH.toMillis(), TimeUnit.MILLISECONDS)) {
            throw DemoFailure.trouble(this + " has not died by SIGKILL within " + DEATH.toSeconds() + " s");
        }
    }

    /** Tells the worker to end. */
    void stop() {
        leavingSince = System.nanoTime();
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // Then it has ended already, which is found out later.
        }
    }

    /** Ends it whatever it does, without waiting. */
    void destroy() {
        process.destroyForcibly();
    }

    /**
     * Checks that all is well while the worker is meant to run.
     *
     * @throws DemoFailure if not
     */
    void check() {
        checkFailures();
        if (!process.isAlive()) {
            throw DemoFailure.trouble(this + " has ended by itself with exit code " + process.exitValue());
        }
        long startedAt = row.startedAt();
        long now = System.nanoTime();
        if (startedAt == 0 && now - spawnedAt > START.toNanos()) {
            throw DemoFailure.trouble(this + " has not come up within " + START.toSeconds() + " s");
        }
        if (startedAt != 0 && (startedAt < spawnedAt || startedAt > now)) {
            throw DemoFailure.trouble("System.nanoTime differs from process to process on this system");
        }
    }

    /**
     * Checks that a worker that was told to end does so.
     *
     * @throws DemoFailure if it takes too long
     */
    void checkLeaving(long now) {
        checkFailures();
        if (now - leavingSince > LEAVE.toNanos()) {
            throw DemoFailure.hang(this + " has not ended within " + LEAVE.toSeconds() + " s");
        }
    }

    /** Checks that a worker that has ended by order did so in good order. */
    void checkEnd() {
        checkFailures();
        if (process.exitValue() != 0) {
            throw DemoFailure.trouble(this + " ended with exit code " + process.exitValue());
        }
    }

    private void checkFailures() {
        if (row.failures() > 0) {
            throw DemoFailure.violation("reported by " + this + ": " + row.failure());
        }
    }

    @Override
    public String toString() {
        return "worker " + worker + " (pid " + pid() + ")";
    }
}
