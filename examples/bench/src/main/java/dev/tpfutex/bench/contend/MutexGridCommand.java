package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.result.Workload;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code bench grid}. */
@Command(name = "grid", sortOptions = false,
        description = "bench mutex with many workloads, and a summary.")
public final class MutexGridCommand extends GridCommand {

    /** Made by the command line. */
    public MutexGridCommand() {
        super("grid", false);
    }

    @Override
    List<Workload> cells(boolean few) {
        return few ? Grids.quickMutex() : Grids.mutex();
    }
}
