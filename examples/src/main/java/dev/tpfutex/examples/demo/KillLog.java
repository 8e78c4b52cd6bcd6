package dev.tpfutex.examples.demo;

import dev.tpfutex.examples.demo.RecoveryLog.Recovery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** All kills, and which of them a next owner was told of. */
final class KillLog {

    private static final Duration SLOW = Duration.ofMillis(50);

    private final RecoveryLog recoveries;
    private final List<Kill> kills = new ArrayList<>();
    /** Kills that may have hit the owner, and that nobody was told of. */
    private final List<Kill> untold = new ArrayList<>();
    private final List<Long> latencies = new ArrayList<>();
    private final List<Long> threadLatencies = new ArrayList<>();
    private long seen;

    KillLog(RecoveryLog recoveries) {
        this.recoveries = recoveries;
    }

    void add(Kill kill) {
        kills.add(kill);
        if (kill.mayHaveHitOwner()) {
            untold.add(kill);
        }
    }

    /**
     * Looks for new recoveries, and for the kill that belongs to each.
     *
     * @throws DemoFailure if an owner was told of a death that there was not, or that another one was told of
     */
    void match() {
        for (Recovery recovery : recoveries.since(seen)) {
            seen++;
            if (recovery.threadDiedAt() != 0) {
                threadLatencies.add(recovery.enteredAt() - Math.max(recovery.threadDiedAt(), recovery.askedAt()));
                continue;
            }
            Kill kill = killBefore(recovery);
            if (kill == null) {
                throw DemoFailure.violation(recovery.next() + " was told of the death of "
                        + (recovery.dead() == null ? "an owner that left no mark" : recovery.dead())
                        + ", but all of the " + kills.size() + " kills hit a reader, have been told of, or came later");
            }
            untold.remove(kill);
            measure(recovery, kill);
        }
    }

    private void measure(Recovery recovery, Kill kill) {
        long latency = recovery.enteredAt() - beginning(recovery, kill);
        latencies.add(latency);
        if (latency > SLOW.toNanos()) {
            System.out.println(Text.format("        slow recovery: %s, told to %s, who found %s, after %s", kill,
                    recovery.next(), recovery.dead() == null ? "nobody inside" : recovery.dead(),
                    Text.millis(latency)));
        }
    }

    /** When there was both a dead owner and somebody who wanted the lock: new JVMs take their time to start. */
    private long beginning(Recovery recovery, Kill kill) {
        boolean wanted = kill.witnesses().stream().anyMatch(worker -> wasAlive(worker, recovery.enteredAt()));
        return wanted ? kill.nanoTime() : Math.max(kill.nanoTime(), recovery.askedAt());
    }

    private boolean wasAlive(int worker, long nanoTime) {
        return kills.stream().noneMatch(kill -> kill.worker() == worker && kill.nanoTime() - nanoTime <= 0);
    }

    /** The kill of the worker whose mark was found; without a mark, the last one. */
    private Kill killBefore(Recovery recovery) {
        for (int index = untold.size() - 1; index >= 0; index--) {
            Kill kill = untold.get(index);
            boolean fits = recovery.dead() == null || recovery.dead().worker() == kill.worker();
            if (fits && kill.nanoTime() <= recovery.enteredAt()) {
                return kill;
            }
        }
        return null;
    }

    /** How many kills hit the coordinator's host. */
    long hosts() {
        return kills.stream().filter(Kill::host).count();
    }

    int kills() {
        return kills.size();
    }

    /** How many kills may have hit the owner. */
    long mayHaveHitOwners() {
        return kills.stream().filter(Kill::mayHaveHitOwner).count();
    }

    /** How many deaths the next owners were told of. */
    int told() {
        return latencies.size();
    }

    /** How many deaths of threads, in processes that went on, the next owners were told of. */
    int toldOfThreads() {
        return threadLatencies.size();
    }

    /** How many kills hit a reader, so that there was no owner's death to be told of. */
    long hitReaders() {
        return kills.stream().filter(kill -> kill.reading() > 0).count();
    }

    /** How many kills hit a thread that was waiting, whether or not they hit the owner, too. */
    long hitWaiters() {
        return kills.stream().filter(kill -> kill.waiting() > 0).count();
    }

    /** Nanoseconds from a kill to the next owner: this share of them was as fast. Empty if nobody was told. */
    OptionalLong latency(double share) {
        return share(latencies, share);
    }

    /** Nanoseconds from the end of a thread to the next owner, or from when that asked for the lock. */
    OptionalLong threadLatency(double share) {
        return share(threadLatencies, share);
    }

    private static OptionalLong share(List<Long> values, double share) {
        long rank = (long) Math.ceil(share * values.size());
        return values.stream().mapToLong(Long::longValue).sorted().skip(Math.max(0, rank - 1)).findFirst();
    }

    /** The latest kills, for people. */
    List<Kill> latest(int count) {
        return kills.subList(Math.max(0, kills.size() - count), kills.size());
    }
}
