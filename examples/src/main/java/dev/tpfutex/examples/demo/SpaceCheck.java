package dev.tpfutex.examples.demo;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.LockSpace;
import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.LockTimeoutException;
import dev.tpfutex.api.NotRecoverableException;
import dev.tpfutex.api.SharedMutex;
import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.examples.demo.RecoveryLog.Recovery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The supervisor's own use of the lock space, before the workers and after them. */
final class SpaceCheck {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Path file;
    private final SpaceOptions options;
    private final boolean shared;
    private final Ledger ledger;
    private final WorkerStats stats;
    private final Mark mark = new Mark((int) ProcessHandle.current().pid(), Mark.SUPERVISOR, 0);
    private LockStatistics before = new LockStatistics(0, 0, 0, 0, 0, 0, 0);

    SpaceCheck(Path file, SpaceOptions options, boolean shared, Ledger ledger, WorkerStats stats) {
        this.file = file;
        this.options = options;
        this.shared = shared;
        this.ledger = ledger;
        this.stats = stats;
    }

    /** Makes the lock of an older space usable. A new space is created by the workers, all at once. */
    void prepare() throws InterruptedException {
        if (!Files.exists(file)) {
            return;
        }
        try (LockSpace space = LockSpace.open(file, options)) {
            SharedMutex mutex = LedgerLock.open(space, shared).writers();
            if (mutex.consistency() == Consistency.NOT_RECOVERABLE) {
                mutex.reset();
            }
            try (LockGuard guard = mutex.acquire(LIMIT)) {
                if (guard.ownerDied()) {
                    guard.markConsistent();
                }
                before = mutex.statistics();
            }
        } catch (LockTimeoutException busy) {
            throw DemoFailure.trouble("the space is in use: " + busy.getMessage());
        }
    }

    /** What has happened to the lock since {@link #prepare}. */
    LockStatistics since(LockStatistics now) {
        return new LockStatistics(
                now.acquisitions() - before.acquisitions(),
                difference(now.steals(), before.steals()),
                difference(now.topWaits(), before.topWaits()),
                difference(now.handOffs(), before.handOffs()),
                difference(now.sleeps(), before.sleeps()),
                difference(now.timeouts(), before.timeouts()),
                difference(now.ownerDeaths(), before.ownerDeaths()));
    }

    /** These counters have 32 bits. */
    private static long difference(long now, long before) {
        return now - before & 0xFFFF_FFFFL;
    }

    /**
     * Checks, when all workers have ended, that the lock is free and the ledger in step.
     *
     * @return the lock's statistics
     * @throws DemoFailure if not
     */
    LockStatistics verify() throws InterruptedException {
        try (LockSpace space = LockSpace.open(file, options)) {
            LedgerLock lock = LedgerLock.open(space, shared);
            SharedMutex mutex = lock.writers();
            takeOnce(mutex);
            if (mutex.isLocked() || lock.holder().isPresent() || lock.readers() != 0
                    || mutex.consistency() != Consistency.CONSISTENT) {
                throw DemoFailure.violation("nobody is left, but the lock is "
                        + (mutex.isLocked() ? "locked" : "free") + ", held by " + lock.holder() + ", with "
                        + lock.readers() + " readers, " + mutex.consistency());
            }
            return mutex.statistics();
        } catch (LockTimeoutException hang) {
            throw DemoFailure.hang("all workers have ended, but " + hang.getMessage());
        } catch (Violation | NotRecoverableException violation) {
            throw DemoFailure.violation(violation.getMessage());
        }
    }

    private void takeOnce(SharedMutex mutex) throws InterruptedException {
        long asked = System.nanoTime();
        try (LockGuard guard = mutex.acquire(LIMIT)) {
            // The last kill may have hit the owner, with no worker left to be told.
            if (guard.ownerDied()) {
                long entered = System.nanoTime();
                Mark dead = ledger.takeOver(mark);
                long threadDiedAt = dead == null ? 0 : stats.takeDeath(dead);
                ledger.recoveries().append(new Recovery(dead, mark, asked, entered, threadDiedAt));
                ledger.rollForward(mark);
                guard.markConsistent();
            }
            ledger.check(mark, guard.fencingToken());
        }
    }
}
