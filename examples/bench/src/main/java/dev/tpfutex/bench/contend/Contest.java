package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Outcome;
import dev.tpfutex.bench.result.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Has types of locks take turns at workloads, in the same JVMs: first to warm up, then {@code repeats} rounds in which
 * each has one run, so that whatever changes on the machine meanwhile meets all of them. Who begins changes. One workload
 * after the other has the same JVMs as long as it can, which are the warmer for it. For one thread at a time.
 */
final class Contest implements AutoCloseable {

    /**
     * For each process, since all of them compile the same. With less, the ways that are seldom taken (to sleep, to pass
     * the lock on) are interpreted in the runs that count, which those who own the lock meanwhile wait for: a run of one
     * second had two thirds of the throughput of the same a quarter of a minute later.
     */
    private static final double WARM_UP_SECONDS = 0.8;

    private final Set<LockType> types;
    private final int repeats;
    private final double seconds;
    private Team team;

    /** @param seconds of each run */
    Contest(Set<LockType> types, int repeats, double seconds) {
        this.types = types;
        this.repeats = repeats;
        this.seconds = seconds;
    }

    /** Measures those types of which several processes can share one, if there are several. */
    CellResult run(Workload workload) throws IOException, InterruptedException {
        Set<LockType> which = EnumSet.copyOf(types);
        which.retainAll(LockType.of(workload.rw(), workload.processes()));
        gather(workload, which);
        Map<LockType, List<Outcome>> outcomes = new EnumMap<>(LockType.class);
        List<LockType> turns = new ArrayList<>(which);
        for (int i = 0; i < repeats; i++) {
            Collections.rotate(turns, 2);
            for (LockType type : turns) {
                outcomes.computeIfAbsent(type, none -> new ArrayList<>()).add(team.run(type, workload, seconds));
            }
        }
        return new CellResult(workload, outcomes);
    }

    private void gather(Workload workload, Set<LockType> which) throws IOException, InterruptedException {
        if (team != null && team.isFor(workload)) {
            return;
        }
        close();
        team = new Team(workload, which);
        for (LockType type : which) {
            team.run(type, workload.toWarmUp(), WARM_UP_SECONDS * Math.max(2, workload.processes()));
        }
    }

    @Override
    public void close() {
        if (team != null) {
            team.close();
            team = null;
        }
    }
}
