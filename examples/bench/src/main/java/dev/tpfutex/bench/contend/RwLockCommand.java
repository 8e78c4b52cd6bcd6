package dev.tpfutex.bench.contend;

import dev.tpfutex.api.ReadWriteOptions.Preference;
import dev.tpfutex.bench.Machine;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.CellResult;
import dev.tpfutex.bench.result.Session;
import dev.tpfutex.bench.result.Workload;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench rwlock}. */
@Command(name = "rwlock", sortOptions = false,
        description = "JVMs whose threads contend for one reader-writer lock, with each type of lock in turn.")
public final class RwLockCommand implements Callable<Integer> {

    private static final double SECONDS = 1;
    private static final int ALL = 100;

    /** One or none. */
    private static final class Prefer {

        @Option(names = {"-W", "--prefer-wr"}, description = "prefer writers")
        private boolean writers;

        @Option(names = {"-P", "--prefer-rd"}, description = "prefer readers")
        private boolean readers;
    }

    @Mixin
    private RunOptions options;

    @Mixin
    private WorkOptions work;

    @Option(names = {"-R", "--read-%"}, paramLabel = "PERCENT", defaultValue = "50",
            description = "operations that only read (${DEFAULT-VALUE})")
    private int readPercent;

    @ArgGroup
    private Prefer prefer;

    @Option(names = {"-x", "--xthread"}, description = "a thread either reads or writes")
    private boolean separate;

    @Override
    public Integer call() throws Exception {
        if (readPercent < 0 || readPercent > ALL) {
            throw options.common().wrong("-R is a number from 0 to " + ALL);
        }
        Workload workload = work.workload(options.common(), true, readPercent, preference(), separate);
        Set<LockType> types = options.common().types(LockType.rwLocks(workload.processes()));
        if (workload.timeoutMicros() > 0) {
            types.removeIf(type -> !type.hasTimeouts(true));
        }
        String machine = Machine.describe();
        System.out.println(machine);
        CellResult cell;
        try (Contest contest = options.contest(types, SECONDS)) {
            cell = contest.run(workload);
        }
        System.out.print(StatisticsTable.of(cell));
        Session.of("rwlock", machine, List.of(cell), List.of()).write(options.common().json());
        return 0;
    }

    private Preference preference() {
        if (prefer == null) {
            return Preference.NONE;
        }
        return prefer.writers ? Preference.WRITERS : Preference.READERS;
    }
}
