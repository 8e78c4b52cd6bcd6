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

    private final DemoOptions options;
    private final DemoFiles files;
    private final Random random;
    private final Ledger ledger;
    private final SpaceCheck space;
    private final SpaceOptions spaceOptions;
    private final Crew crew;
    private final KillLog kills;
    private final DaemonProcess daemon;
    private volatile boolean destroyed;

    Supervisor(DemoOptions options, DemoFiles files) throws IOException {
        this.options = options;
        this.files = files;
        random = new Random(options.seed());
        ledger = Ledger.create(files.ledger());
        files.deleteLeftovers();
        kills = new KillLog(ledger.recoveries());
        crew = new Crew(files, options, WorkerStats.create(files.stats(), options.processes(), options.threads()));
        daemon = options.daemon() ? startDaemon() : null;
        spaceOptions = WorkerOrders.spaceOptions(options.processes(), options.threads());
        space = new SpaceCheck(files.space(), spaceOptions, ledger);
    }

    private DaemonProcess startDaemon() throws IOException {
        DaemonProcess started = new DaemonProcess(files.daemonLog(), options.killEvery().multipliedBy(DAEMON_SHARE),
                random);
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
        long start = System.nanoTime();
        try {
            crew.start();
            watch(start + options.duration().toNanos());
            crew.stop();
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
        new Evidence(files, crew, ledger, kills, spaceOptions).collect(failure, describeRun());
        System.out.println("evidence: " + files.existing());
        System.out.println("demo: failed violations=" + failure.violations() + " " + failure.getMessage());
    }

    private String describeRun() {
        return Text.format("%d JVMs with %d threads each, for %d s; a kill every %d ms on average%s; space %s; seed %d",
                options.processes(), options.threads(), options.duration().toSeconds(), options.killEvery().toMillis(),
                daemon == null ? "" : ", the daemon as well", files.space(), options.seed());
    }

    private void watch(long end) throws IOException, InterruptedException {
        Schedule schedule = new Schedule(options.killEvery(), random);
        Watchdog watchdog = new Watchdog(crew);
        Progress progress = new Progress(crew, space, kills);
        for (long now = System.nanoTime(); now - end < 0; now = System.nanoTime()) {
            crew.tick(now);
            if (schedule.isDue(now) && !crew.isEmpty()) {
                kills.add(crew.killOne(random));
                schedule.advance(now);
            }
            if (daemon != null) {
                daemon.tick(now);
            }
            crew.check();
            kills.match();
            watchdog.check();
            progress.tick(now);
            Thread.sleep(Duration.ofNanos(schedule.untilDue(System.nanoTime(), TICK_NANOS)));
        }
    }

    private void judge(Duration elapsed) throws InterruptedException {
        LockStatistics statistics = space.since(space.verify());
        kills.match();
        if (daemon != null) {
            daemon.stop();
        }
        Tally tally = crew.tally();
        checkCounts(tally, statistics);
        System.out.println("  " + statistics);
        System.out.println(Text.format("  %d kills hit the owner, %d hit waiters; %,d attempts were given up; "
                + "longest wait: %s", kills.told(), kills.hitWaiters(), tally.misses(), tally.longestWaiter()));
        System.out.println(Text.format("demo: ok ops=%d ops/s=%.0f kills=%d ownerDeaths=%d recoveryP50=%s "
                + "recoveryMax=%s maxWait=%s%s violations=0", tally.operations(),
                tally.operations() * 1e9 / elapsed.toNanos(),
                kills.kills(), kills.told(), Text.millis(kills.latency(0.5)), Text.millis(kills.latency(1)),
                Text.millis(tally.longestWait()), daemon == null ? "" : " daemonKills=" + daemon.kills()));
    }

    /** Each kill may cost one count: the transfer was finished, but not yet counted by the one who began it. */
    private void checkCounts(Tally tally, LockStatistics statistics) {
        long uncounted = ledger.transfers() - tally.operations();
        if (uncounted < 0 || uncounted > kills.kills()) {
            throw DemoFailure.violation("the threads have counted " + tally.operations() + " transfers, the ledger "
                    + ledger.transfers() + "; with " + kills.kills() + " kills");
        }
        if (statistics.ownerDeaths() < kills.told() || statistics.ownerDeaths() > kills.kills()) {
            throw DemoFailure.violation("the mutex counts " + statistics.ownerDeaths() + " owner deaths, but "
                    + kills.told() + " were told, with " + kills.kills() + " kills");
        }
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
