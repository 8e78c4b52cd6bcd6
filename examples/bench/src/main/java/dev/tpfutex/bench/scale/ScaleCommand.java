package dev.tpfutex.bench.scale;

import dev.tpfutex.bench.FactTable;
import dev.tpfutex.bench.Machine;
import dev.tpfutex.bench.TypeOptions;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.Session;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench scale}. */
@Command(name = "scale", sortOptions = false,
        description = "One file with 1 to 1,000,000 locks; 1 to 64 processes, each with"
                + " a lock of its own.")
public final class ScaleCommand implements Callable<Integer> {

    private static final int[] LOCKS = {1, 1_000, 100_000, 1_000_000};
    private static final int[] PROCESSES = {1, 2, 4, 16, 64};

    @Mixin
    private TypeOptions options;

    @Option(names = {"-r", "--runtime"}, paramLabel = "SECONDS", defaultValue = "1",
            description = "of each run of the processes (${DEFAULT-VALUE})")
    private int seconds;

    @Option(names = "--most-locks", paramLabel = "N", defaultValue = "1000000",
            description = "leave out larger files (${DEFAULT-VALUE})")
    private int mostLocks;

    @Option(names = "--most-processes", paramLabel = "N", defaultValue = "64",
            description = "leave out larger crowds (${DEFAULT-VALUE})")
    private int mostProcesses;

    @Override
    public Integer call() throws Exception {
        options.atLeast("-r", seconds, 1);
        Set<LockType> types = options.types(Set.of(LockType.TP, LockType.GCR, LockType.JUC));
        String machine = Machine.describe();
        System.out.println(machine);
        FactTable table = new FactTable();
        for (int i = 0; i < options.repeat(); i++) {
            for (int locks : IntStream.of(LOCKS).filter(locks -> locks <= mostLocks).toArray()) {
                new ManyLocks(locks, table).run();
            }
        }
        for (int processes : IntStream.of(PROCESSES).filter(processes -> processes <= mostProcesses).toArray()) {
            new ManyProcesses(processes, types, table).run(options.repeat(), seconds);
        }
        table.print();
        Session.of("scale", machine, List.of(), table.facts()).write(options.json());
        return 0;
    }
}
