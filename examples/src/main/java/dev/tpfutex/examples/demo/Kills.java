package dev.tpfutex.examples.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** A random worker is killed at random moments; another takes its place a little later. */
final class Kills implements Disturbance {

    /** One victim in so many is one that is just starting. */
    private static final int AT_START_SHARE = 5;

    private final Crew crew;
    private final KillLog log;
    private final Schedule schedule;
    private final Random random;
    private final ScriptLog script;
    private boolean atStart;

    Kills(Crew crew, KillLog log, Duration every, Random random, ScriptLog script) {
        this.crew = crew;
        this.log = log;
        this.random = random;
        this.script = script;
        this.schedule = new Schedule(every, random);
    }

    @Override
    public void tick(long now) throws InterruptedException {
        if (!schedule.isDue(now)) {
            return;
        }
        // On a slow machine they may all be starting: then the kill has to wait, or there would be nothing to see.
        Optional<WorkerProcess> victim = atStart ? crew.anyStarting() : crew.anyAtWork(random);
        if (victim.isPresent()) {
            Kill kill = crew.kill(victim.get(), random);
            log.add(kill);
            script.add("kill " + kill);
        }
        if (victim.isPresent() || atStart) {
            schedule.advance(now);
            atStart = random.nextInt(AT_START_SHARE) == 0;
        }
    }

    /** Nanoseconds to the next kill, at most {@code most}. */
    long untilDue(long now, long most) {
        return schedule.untilDue(now, most);
    }
}
