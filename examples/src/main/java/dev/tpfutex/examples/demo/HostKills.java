package dev.tpfutex.examples.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** The worker that hosts the coordinator is killed at random moments, if it is one of the workers. */
final class HostKills implements Disturbance {

    private final Crew crew;
    private final KillLog log;
    private final Schedule schedule;
    private final Random random;
    private final ScriptLog script;

    HostKills(Crew crew, KillLog log, Duration every, Random random, ScriptLog script) {
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
        Optional<WorkerProcess> host =
                crew.workers().stream().filter(worker -> CoordinatorThread.isIn(worker.pid())).findAny();
        if (host.isPresent()) {
            Kill kill = crew.kill(host.get(), random);
            log.add(kill);
            script.add("kill host " + kill);
        }
        schedule.advance(now);
    }
}
