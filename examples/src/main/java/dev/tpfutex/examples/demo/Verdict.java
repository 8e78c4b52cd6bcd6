package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockStatistics;
import java.time.Duration;

/**
 * How a run went that nobody has reported a violation of: whether all counts agree, and what the last lines say.
 *
 * @param tally by the threads
 * @param statistics by the lock
 * @param kills by the supervisor
 */
record Verdict(DemoOptions options, Tally tally, LockStatistics statistics, KillLog kills) {

    /**
     * Each owner's death may cost one count: the transfer was finished, but not yet counted by the one who began it. A
     * thread that ended in the middle has not counted its own.
     *
     * @param transfers by the ledger
     * @throws DemoFailure if counts differ for no reason
     */
    void check(long transfers) {
        long uncounted = transfers - tally.writes();
        long deaths = kills.mayHaveHitOwners() + tally.threadDeaths();
        String reasons = deaths + " kills of perhaps an owner and threads that ended inside";
        if (uncounted < 0 || uncounted > deaths) {
            throw DemoFailure.violation("the threads have counted " + tally.writes() + " transfers, the ledger "
                    + transfers + "; with " + reasons);
        }
        long told = kills.told() + kills.toldOfThreads();
        if (statistics.ownerDeaths() < told || statistics.ownerDeaths() > deaths) {
            throw DemoFailure.violation("the lock counts " + statistics.ownerDeaths() + " owner deaths, but " + told
                    + " were told, with " + reasons);
        }
    }

    /** For people. */
    String details() {
        return Text.format("  %s%n  %s%n  %,d attempts were given up; longest wait: %s",
                statistics, describeKills(), tally.misses(), tally.longestWaiter());
    }

    /** Not every death is an owner's: each kill is in one of the groups. */
    private String describeKills() {
        if (kills.kills() == 0) {
            return "nobody was killed";
        }
        return Text.format(
                "%d kills: %d of a JVM that owned the lock (the next owner was told), %s%d of one that had nothing"
                        + " of it; %d of them were waiting for it%s",
                kills.kills(), kills.told(),
                options.isShared() ? kills.hitReaders() + " of one that read (nobody has to be told), " : "",
                kills.kills() - kills.told() - kills.hitReaders(), kills.hitWaiters(),
                kills.toldOfThreads() == 0 ? ""
                        : Text.format("; and %d threads ended as owners while their JVM went on",
                                kills.toldOfThreads()));
    }

    /** For programs. */
    String lastLine(Duration elapsed, String script) {
        return Text.format(
                "%s: ok ops=%d ops/s=%.0f kills=%d ownerDeaths=%d recoveryP50=%s recoveryMax=%s maxWait=%s%s%s"
                        + " violations=0",
                options.name(), tally.operations(), tally.operations() * 1e9 / elapsed.toNanos(),
                kills.kills(), kills.told(), Text.millis(kills.latency(0.5)), Text.millis(kills.latency(1)),
                Text.millis(tally.longestWait()), options.isShared() ? sides() : "", script);
    }

    private String sides() {
        return Text.format(" reads=%d writes=%d maxReadWait=%s maxWriteWait=%s readersKilled=%d%s", tally.reads(),
                tally.writes(), Text.millis(tally.longestReadWait()), Text.millis(tally.longestWriteWait()),
                kills.hitReaders(), options.soak() ? " readerThreadDeaths=" + tally.readerDeaths() : "");
    }
}
