package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockSpaceException;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.SpaceOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** Runs the demo: starts the workers, kills them, watches them, and judges. */
final class Supervisor {

    private static final long TICK_NANOS = 20_000_000;
    /** How many workers are killed for each daemon, on average. */
    private static final int DAEMON_SHARE = 5;
    private static final Duration DAEMON_PAUSE = Duration.ofSeconds(2);
    /** In a soak the daemon is away half of the time, so that the workers serve themselves. */
    private static final Duration SOAK_DAEMON_LIFE = Duration.ofSeconds(4);
    private static final Duration SOAK_DAEMON_PAUSE = Duration.ofSeconds(8);

    private final DemoOptions options;
    private final DemoFiles files;
    private final Random random;
    private final Ledger ledger;
    private final SpaceCheck space;
    private final SpaceOptions spaceOptions;
    private final Crew crew;
    private final KillLog kills;
    private final DaemonProcess daemon;
    private final Script script;
    private volatile boolean destroyed;

    Supervisor(DemoOptions options, DemoFiles files) throws IOException {
        this.options = options;
        this.files = files;
        random = new Random(options.seed());
        ledger = Ledger.create(files.ledger());
        files.deleteLeftovers();
        kills = new KillLog(ledger.recoveries());
        WorkerStats stats = WorkerStats.create(files.stats(), options.processes(), options.threads());
        crew = new Crew(files, options, stats);
        daemon = options.daemon() ? startDaemon() : null;
        script = new Script(options, crew, kills, daemon, random, new ScriptLog(files.script()));
        spaceOptions = WorkerOrders.spaceOptions(options.processes(), options.threads());
        space = new SpaceCheck(files.space(), spaceOptions, options.isShared(), ledger, stats);
    }

    private DaemonProcess startDaemon() throws IOException {
        Duration every = options.soak() ? SOAK_DAEMON_LIFE : options.killEvery().multipliedBy(DAEMON_SHARE);
        Duration pause = options.soak() ? SOAK_DAEMON_PAUSE : DAEMON_PAUSE;
        DaemonProcess started = new DaemonProcess(files.daemonLog(), every, pause, options.soak(), random);
        // This JVM and all workers look for it there.
        System.setProperty(WorkerOrders.SOCKET, started.socket().toString());
        return started;
    }

    /** Finds out whether the space can be used. */
    void prepare() throws InterruptedException {
        space.prepare();
    }

    /**
     * Runs the demo and prints how it went.
     *
     * @return whether all is well
     */
    boolean run() throws IOException, InterruptedException {
        System.out.println(describeRun());
        try {
            crew.start();
            awaitWork();
            long start = System.nanoTime();
            watch(start + options.duration().toNanos());
            script.finish();
            crew.stop();
            script.judgeAtTheEnd();
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            judge(elapsed);
            return true;
        } catch (DemoFailure failure) {
            fail(failure);
        } catch (LockSpaceException failure) {
            fail(DemoFailure.trouble(failure.toString()));
        }
        return false;
    }

    private void fail(DemoFailure failure) {
        if (destroyed) {
            // By a signal: the workers end before we do, and that is no failure.
            return;
        }
        System.out.println(failure.getMessage());
        System.out.println("collecting evidence ...");
        new Evidence(files, crew, ledger, kills, spaceOptions, options.isShared()).collect(failure, describeRun());
        System.out.println("evidence: " + files.existing());
        System.out.println(options.name() + ": failed violations=" + failure.violations() + " " + failure.getMessage());
    }

    private String describeRun() {
        return Text.format(
                "%d JVMs with %d threads each, for %d s%s; %s; space %s; seed %d",
                options.processes(), options.threads(), options.duration().toSeconds(),
                options.isShared() ? Text.format(", reading %d %% of the time", options.readPercent()) : "",
                options.killEvery().isZero() ? "none of them is killed"
                        : Text.format("a kill every %d ms on average%s", options.killEvery().toMillis(),
                                daemon == null ? "" : ", the daemon as well"),
                files.space(),
                options.seed());
    }

    /** How long it takes to start JVMs is not the point here. */
    private void awaitWork() throws InterruptedException {
        Watchdog watchdog = new Watchdog(crew);
        while (!crew.isAtWork()) {
            crew.check();
            watchdog.check();
            script.pause(TICK_NANOS);
        }
    }

    private void watch(long end) throws IOException, InterruptedException {
        Watchdog watchdog = new Watchdog(crew);
        Progress progress = new Progress(crew, space, kills);
        for (long now = System.nanoTime(); now - end < 0; now = System.nanoTime()) {
            crew.tick(now);
            script.tick(now);
            crew.check();
            kills.match();
            watchdog.check();
            progress.tick(now);
            script.pause(TICK_NANOS);
        }
    }

    private void judge(Duration elapsed) throws InterruptedException {
        LockStatistics statistics = space.since(space.verify());
        kills.match();
        if (daemon != null) {
            daemon.stop();
        }
        Verdict verdict = new Verdict(options, crew.tally(), statistics, kills);
        verdict.check(ledger.transfers());
        System.out.println(verdict.details());
        System.out.println(verdict.lastLine(elapsed, script.summary()));
    }

    /** Ends all processes whatever they do. Called by any thread, also twice. */
    void destroy() throws IOException, InterruptedException {
        destroyed = true;
        crew.destroy();
        if (daemon != null) {
            daemon.destroy();
        }
    }
}
