package dev.tpfutex.examples.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** A random worker is told to end in order at random moments; another takes its place. */
final class Leaves implements Disturbance {

    private final Crew crew;
    private final Schedule schedule;
    private final Random random;
    private final ScriptLog script;
    private int count;

    Leaves(Crew crew, Duration every, Random random, ScriptLog script) {
        this.crew = crew;
        this.random = random;
        this.script = script;
        this.schedule = new Schedule(every, random);
    }

    @Override
    public void tick(long now) {
        Optional<WorkerProcess> chosen = schedule.isDue(now) ? crew.anyAtWork(random) : Optional.empty();
        chosen.ifPresent(worker -> {
            crew.letGo(worker);
            script.add("leave " + worker);
            count++;
            schedule.advance(now);
        });
    }

    @Override
    public String summary() {
        return "leaves=" + count;
    }
}
