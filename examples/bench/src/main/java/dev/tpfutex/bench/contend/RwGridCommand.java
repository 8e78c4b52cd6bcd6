package dev.tpfutex.bench.contend;

import dev.tpfutex.bench.result.Workload;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code bench rwgrid}. */
@Command(name = "rwgrid", sortOptions = false,
        description = "bench rwlock with many workloads, and a summary.")
public final class RwGridCommand extends GridCommand {

    /** Made by the command line. */
    public RwGridCommand() {
        super("rwgrid", true);
    }

    @Override
    List<Workload> cells(boolean few) {
        return few ? Grids.quickRwLock() : Grids.rwLock();
    }
}
