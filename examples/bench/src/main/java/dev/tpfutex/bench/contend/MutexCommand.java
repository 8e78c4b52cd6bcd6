package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.Machine;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Session;
import dev.tpfutex.bench.result.Workload;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench mutex}. */
@Command(name = "mutex", sortOptions = false,
        description = "JVMs whose threads contend for one mutex, with each type of lock in turn.")
public final class MutexCommand implements Callable<Integer> {

    private static final double SECONDS = 1;

    @Mixin
    private RunOptions options;

    @Mixin
    private WorkOptions work;

    @Override
    public Integer call() throws Exception {
        Workload workload = work.mutex(options.common());
        Set<LockType> types = options.common().types(LockType.mutexes(workload.processes()));
        if (workload.timeoutMicros() > 0) {
            types.removeIf(type -> !type.hasTimeouts(false));
        }
        String machine = Machine.describe();
        System.out.println(machine);
        CellResult cell;
        try (Contest contest = options.contest(types, SECONDS)) {
            cell = contest.run(workload);
        }
        System.out.print(StatisticsTable.of(cell));
        Session.of("mutex", machine, List.of(cell), List.of()).write(options.common().json());
        return 0;
    }
}
