package dev.tpfutex.examples.demo;

import dev.tpfutex.api.SpaceOptions;
import java.nio.file.Path;
import java.util.List;

/**
 * What a worker is told on its command line.
 *
 * @param files where the lock space, the ledger and the statistics are
 * @param worker its number
 * @param processes how many workers there are
 * @param threads how many threads it shall start
 * @param soak whether threads end while they have the lock now and then, and rest more often
 * @param readPercent see {@link DemoOptions}
 */
record WorkerOrders(DemoFiles files, int worker, int processes, int threads, boolean soak, int readPercent) {

    /** System property with the daemon's socket, which the lock service itself looks at. */
    static final String SOCKET = "tpfutex.daemon.socket";

    /** Room in the space for each thread or process: the dead keep theirs until they are cleaned up after. */
    private static final int ROOM = 4;

    static WorkerOrders parse(List<String> arguments) {
        return new WorkerOrders(new DemoFiles(Path.of(arguments.get(0)), true), Integer.parseInt(arguments.get(1)),
                Integer.parseInt(arguments.get(2)), Integer.parseInt(arguments.get(3)),
                Boolean.parseBoolean(arguments.get(4)), Integer.parseInt(arguments.get(5)));
    }

    List<String> toArguments() {
        return List.of(files.space().toString(), Integer.toString(worker), Integer.toString(processes),
                Integer.toString(threads), Boolean.toString(soak), Integer.toString(readPercent));
    }

    /** Whether the ledger is under a reader-writer lock. */
    boolean isShared() {
        return readPercent != DemoOptions.NO_READERS;
    }

    /** How every process of the demo opens the space. Without --daemon no daemon of the host meddles. */
    static SpaceOptions spaceOptions(int processes, int threads) {
        SpaceOptions defaults = SpaceOptions.defaults();
        SpaceOptions options = defaults
                .processes(Math.max(defaults.processes(), ROOM * processes))
                .tasks(Math.clamp((long) ROOM * processes * threads, defaults.tasks(), SpaceOptions.MAX_TASKS));
        return System.getProperty(SOCKET) == null ? options.withoutDaemon() : options;
    }

    SpaceOptions spaceOptions() {
        return spaceOptions(processes, threads);
    }
}
