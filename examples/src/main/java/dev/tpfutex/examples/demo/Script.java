package dev.tpfutex.examples.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** What happens in a run: kills in the demo, everything in a soak. */
final class Script {

    private static final Duration HOST_KILLS = Duration.ofSeconds(8);
    private static final Duration STOPS = Duration.ofSeconds(2);
    private static final Duration LEAVES = Duration.ofSeconds(3);

    /** The supervisor has nothing much to do: if it is run so late, this machine is to blame for waits as well. */
    private static final long STALL_NANOS = 200_000_000;

    private final List<Disturbance> disturbances = new ArrayList<>();
    private final Kills kills;
    private final KillLog log;
    private final Crew crew;
    private final DaemonProcess daemon;
    private final StopLog stopLog = new StopLog();
    private Stops stops;
    private WaitJudge judge;

    Script(DemoOptions options, Crew crew, KillLog log, DaemonProcess daemon, Random random, ScriptLog script) {
        this.crew = crew;
        this.log = log;
        this.daemon = daemon;
        kills = new Kills(crew, log, options.killEvery(), random, script);
        disturbances.add(kills);
        if (daemon != null) {
            disturbances.add(daemon);
        }
        if (options.soak()) {
            stops = new Stops(crew, stopLog, STOPS, random, script);
            judge = new WaitJudge(options.longestWait(), crew, stopLog, script);
            disturbances.add(new HostKills(crew, log, HOST_KILLS, random, script));
            disturbances.add(new Leaves(crew, LEAVES, random, script));
            disturbances.add(stops);
            disturbances.add(judge);
        }
    }

    void tick(long now) throws IOException, InterruptedException {
        for (Disturbance disturbance : disturbances) {
            disturbance.tick(now);
        }
    }

    /** Sleeps until the next kill is due, at most so long. */
    void pause(long most) throws InterruptedException {
        long before = System.nanoTime();
        long nanos = kills.untilDue(before, most);
        Thread.sleep(Duration.ofNanos(nanos));
        long after = System.nanoTime();
        if (after - before - nanos > STALL_NANOS) {
            stopLog.stall(before + nanos, after);
        }
    }

    /** Nothing more happens. */
    void finish() throws IOException, InterruptedException {
        if (stops != null) {
            stops.finish();
        }
    }

    /** All waits have ended: asks for their explanations. */
    void judgeAtTheEnd() {
        if (judge != null) {
            judge.tick(System.nanoTime());
        }
    }

    /** What the disturbances have to tell, each with a blank before it. */
    String summary() {
        String each = disturbances.stream()
                .map(Disturbance::summary)
                .filter(text -> !text.isEmpty())
                .map(text -> " " + text)
                .collect(Collectors.joining());
        return judge == null ? each
                : Text.format(" recoveryP99=%s hostKills=%d processes=%d threadDeaths=%d threadRecoveryP99=%s%s",
                        Text.millis(log.latency(0.99)), log.hosts() + (daemon == null ? 0 : daemon.hostKills()),
                        crew.started(), log.toldOfThreads(), Text.millis(log.threadLatency(0.99)), each);
    }
}
