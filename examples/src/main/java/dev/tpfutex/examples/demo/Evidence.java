package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Collects what there is to see after a failure, while the workers are still as they are. First what changes nothing;
 * only then the lock space is opened, since that may set things going again.
 */
final class Evidence {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final DemoFiles files;
    private final Crew crew;
    private final Ledger ledger;
    private final KillLog kills;
    private final SpaceOptions options;
    private final boolean shared;

    Evidence(DemoFiles files, Crew crew, Ledger ledger, KillLog kills, SpaceOptions options,
            boolean shared) {
        this.files = files;
        this.crew = crew;
        this.ledger = ledger;
        this.kills = kills;
        this.options = options;
        this.shared = shared;
    }

    /** Writes the report; whatever fails on the way is part of it. */
    void collect(DemoFailure failure, String run) {
        // Appending: the thread dumps are written to the same file by other processes.
        try (PrintStream report = new PrintStream(Files.newOutputStream(files.report(), StandardOpenOption.CREATE,
                StandardOpenOption.APPEND), true, StandardCharsets.UTF_8)) {
            report.println(run);
            report.println(failure.getMessage());
            copySpace(report);
            describeWorkers(report);
            for (WorkerProcess worker : crew.workers()) {
                dumpThreads(worker, report);
            }
            describeLock(report);
        } catch (IOException broken) {
            System.err.println("no report: " + broken);
        }
    }

    private void copySpace(PrintStream report) {
        try {
            Files.copy(files.space(), files.spaceCopy(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException broken) {
            report.println("no copy of the space: " + broken);
        }
    }

    private void describeWorkers(PrintStream report) {
        long now = System.nanoTime();
        report.println("ledger: " + ledger.describe());
        report.println("recoveries: " + ledger.recoveries().count() + ", kills: " + kills.kills());
        kills.latest(5).forEach(kill -> report.println("killed " + Text.millis(now - kill.nanoTime()) + " ago: "
                + kill));
        for (WorkerProcess worker : crew.workers()) {
            WorkerRow row = worker.row();
            report.println(worker + (worker.isAlive() ? "" : ", ended") + ", failures " + row.failures() + " "
                    + row.failure());
            for (int index = 0; index < row.threads(); index++) {
                ThreadCell cell = row.thread(index);
                long since = cell.waitingSince();
                report.println("  thread " + index + ": " + cell.writes() + " transfers, " + cell.reads() + " reads, "
                        + cell.misses() + " misses" + (cell.isWriting() ? ", inside" : "")
                        + (cell.isReading() ? ", reading" : "") + (cell.isBusyReading() ? ", as a reader" : "")
                        + (since == 0 ? "" : ", waiting for " + Text.millis(now - since)));
            }
        }
    }

    private void dumpThreads(WorkerProcess worker, PrintStream report) {
        report.println("threads of " + worker + ":");
        report.flush();
        try {
            Process dump = new ProcessBuilder(JvmCommand.tool("jcmd").toString(), Long.toString(worker.pid()),
                    "Thread.print", "-l")
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(files.report().toFile()))
                    .start();
            if (!dump.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                dump.destroyForcibly();
                report.println("no answer");
            }
        } catch (IOException | InterruptedException broken) {
            report.println("no dump: " + broken);
        }
    }

    /** On a thread of its own, since nobody knows what it meets. */
    private void describeLock(PrintStream report) {
        Thread thread = Thread.ofPlatform().daemon().name("evidence").start(() -> lookAtLock(report));
        try {
            if (!thread.join(LIMIT)) {
                report.println("looking at the lock takes too long");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAtLock(PrintStream report) {
        try (LockSpace space = LockSpace.open(files.space(), options.create(false))) {
            LedgerLock lock = LedgerLock.open(space, shared);
            SharedMutex mutex = lock.writers();
            report.println("lock: " + (mutex.isLocked() ? "locked" : "free") + ", " + mutex.consistency());
            report.println("holder: " + lock.holder() + ", " + lock.readers() + " readers");
            report.println(mutex.statistics());
            tryOut(mutex, report);
        } catch (RuntimeException broken) {
            report.println("looking at the lock: " + broken);
        }
    }

    /** The exception says who holds the lock and how many wait for it. */
    private static void tryOut(SharedMutex mutex, PrintStream report) {
        try (LockGuard guard = mutex.acquire(Duration.ofSeconds(1))) {
            report.println("the supervisor could take the lock: " + guard.status() + ", token "
                    + guard.fencingToken() + (guard.ownerDied() ? ", told of an owner's death" : ""));
        } catch (LockTimeoutException busy) {
            report.println(busy.getMessage());
        } catch (InterruptedException interrupted) {
            report.println("interrupted");
        }
    }
}
