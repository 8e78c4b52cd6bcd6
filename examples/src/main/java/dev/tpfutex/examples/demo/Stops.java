package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** A random worker is stopped by SIGSTOP at random moments, most times shortly, and continued. One at a time. */
final class Stops implements Disturbance {

    private static final Duration SHORT = Duration.ofMillis(400);
    private static final Duration LONG = Duration.ofMillis(2500);
    /** One stop in so many is a long one. */
    private static final int LONG_SHARE = 8;

    private final Crew crew;
    private final StopLog log;
    private final Schedule schedule;
    private final Random random;
    private final ScriptLog script;
    private WorkerProcess stopped;
    private long stoppedAt;
    private long until;
    private boolean owner;
    private int count;

    Stops(Crew crew, StopLog log, Duration every, Random random, ScriptLog script) {
        this.crew = crew;
        this.log = log;
        this.random = random;
        this.script = script;
        this.schedule = new Schedule(every, random);
    }

    @Override
    public void tick(long now) throws IOException, InterruptedException {
        if (stopped != null) {
            look();
            if (now - until >= 0 || !stopped.isAlive()) {
                end();
            }
            return;
        }
        Optional<WorkerProcess> victim = schedule.isDue(now) ? crew.anyAtWork(random) : Optional.empty();
        if (victim.isPresent()) {
            begin(victim.get());
            schedule.advance(now);
        }
    }

    private void begin(WorkerProcess worker) throws IOException, InterruptedException {
        Duration most = random.nextInt(LONG_SHARE) == 0 ? LONG : SHORT;
        stopped = worker;
        owner = false;
        stoppedAt = System.nanoTime();
        log.begin(stoppedAt);
        signal("STOP");
        until = System.nanoTime() + (long) (random.nextDouble() * most.toNanos());
        count++;
    }

    /** The other workers keep saying who has the lock; of many readers they name one. */
    private void look() {
        owner |= stopped.row().mayRead();
        for (WorkerProcess worker : crew.workers()) {
            WorkerRow row = worker.row();
            owner |= worker != stopped && row.publishedAt() - stoppedAt > 0 && row.holder() == stopped.pid();
        }
    }

    private void end() throws IOException, InterruptedException {
        signal("CONT");
        long now = System.nanoTime();
        log.end(new Stop(stopped.worker(), stoppedAt, now, owner));
        script.add("stopped " + stopped + (owner ? ", owner, for " : " for ") + Text.millis(now - stoppedAt));
        stopped = null;
    }

    /** Leaves nobody stopped. */
    void finish() throws IOException, InterruptedException {
        if (stopped != null) {
            end();
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(stopped.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Override
    public String summary() {
        return "stops=" + count;
    }
}
