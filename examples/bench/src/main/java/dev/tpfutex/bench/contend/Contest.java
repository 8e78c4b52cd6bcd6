package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Outcome;
import dev.tpfutex.bench.result.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Has types of locks take turns at a workload, in the same JVMs: first to warm up, then {@code repeats} rounds in which
 * each has one run, so that whatever changes on the machine meanwhile meets all of them. Who begins changes.
 */
final class Contest {

    /** For each process, since all of them compile the same. */
    private static final double WARM_UP_SECONDS = 0.12;
    private static final double LAST_WARM_UP_SECONDS = 0.2;

    private final Set<LockType> types;
    private final int repeats;
    private final double seconds;

    /** @param seconds of each run */
    Contest(Set<LockType> types, int repeats, double seconds) {
        this.types = types;
        this.repeats = repeats;
        this.seconds = seconds;
    }

    CellResult run(Workload workload) throws IOException, InterruptedException {
        Map<LockType, List<Outcome>> outcomes = new EnumMap<>(LockType.class);
        try (Team team = new Team(workload, types)) {
            for (LockType type : types) {
                team.run(type, 1, WARM_UP_SECONDS * Math.max(2, workload.processes()));
                team.run(type, workload.threads(), LAST_WARM_UP_SECONDS);
            }
            List<LockType> turns = new ArrayList<>(types);
            for (int i = 0; i < repeats; i++) {
                Collections.rotate(turns, 2);
                for (LockType type : turns) {
                    outcomes.computeIfAbsent(type, none -> new ArrayList<>())
                            .add(team.run(type, workload.threads(), seconds));
                }
            }
        }
        return new CellResult(workload, outcomes);
    }
}
