package dev.tpfutex.bench;

import dev.tpfutex.bench.contend.MutexCommand;
import dev.tpfutex.bench.contend.MutexGridCommand;
import dev.tpfutex.bench.contend.RwGridCommand;
import dev.tpfutex.bench.contend.RwLockCommand;
import dev.tpfutex.bench.hackbench.HackbenchCommand;
import dev.tpfutex.bench.handoff.HandoffCommand;
import dev.tpfutex.bench.handoff.WaitersCommand;
import dev.tpfutex.bench.report.ReportCommand;
import dev.tpfutex.bench.scale.ScaleCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The benchmarks that are not JMH's: {@code examples/run bench NAME}. */
@Command(name = "examples/run bench", description = "Measures locks that processes share.",
        synopsisSubcommandLabel = "NAME",
        subcommands = {MutexCommand.class, RwLockCommand.class, MutexGridCommand.class, RwGridCommand.class,
            HandoffCommand.class, WaitersCommand.class, ScaleCommand.class, HackbenchCommand.class,
            ReportCommand.class})
public final class Bench {

    private Bench() {}

    /**
     * Runs one.
     *
     * @param arguments its name and options
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Bench()).setCaseInsensitiveEnumValuesAllowed(true);
    }
}
