package dev.tpfutex.bench.handoff;

import dev.tpfutex.bench.FactTable;
import dev.tpfutex.bench.Machine;
import dev.tpfutex.bench.Peers;
import dev.tpfutex.bench.TypeOptions;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.Session;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench waiters}. */
@Command(name = "waiters", sortOptions = false, description = "Processor time of threads that wait for an owner that"
        + " sleeps, and of the owner's JVM; beside it that of two JVMs that do nothing.")
public final class WaitersCommand implements Callable<Integer> {

    private static final int OWNER = 0;
    private static final int WAITERS = 1;
    private static final double MILLI = 1e6;

    @Mixin
    private TypeOptions options;

    @Option(names = {"-t", "--threads"}, paramLabel = "N", defaultValue = "8",
            description = "that wait (${DEFAULT-VALUE})")
    private int threads;

    @Option(names = {"-r", "--runtime"}, paramLabel = "SECONDS", defaultValue = "1",
            description = "how long the owner sleeps (${DEFAULT-VALUE})")
    private int seconds;

    private final FactTable table = new FactTable();

    @Override
    public Integer call() throws Exception {
        options.atLeast("-t", threads, 1);
        options.atLeast("-r", seconds, 1);
        Set<LockType> types = options.types(LockType.mutexes(2));
        String machine = Machine.describe();
        System.out.println(machine);
        try (Peers peers = new Peers()) {
            for (LockType type : types) {
                type.create(peers.folder(), LockType.SHARED);
            }
            peers.start(LockType.JVM_OPTIONS, WaitersGuest.class);
            peers.start(LockType.JVM_OPTIONS, WaitersGuest.class);
            for (LockType type : types) {
                peers.tellFirstAndThenOthers("open " + type);
                // The first time is to warm up.
                measure(peers, type, threads, 1);
            }
            for (int i = 0; i < options.repeat(); i++) {
                add("nobody", measure(peers, types.iterator().next(), 0, seconds));
                for (LockType type : types) {
                    add(type.name(), measure(peers, type, threads, seconds));
                }
            }
        }
        table.print();
        Session.of("waiters", machine, List.of(), table.facts()).write(options.json());
        return 0;
    }

    private void add(String side, long nanos) {
        table.add(threads + " waiters, owner sleeps " + seconds + " s", side, "ms CPU", nanos / MILLI);
    }

    private static long measure(Peers peers, LockType type, int waiters, int seconds) throws InterruptedException {
        peers.tell(OWNER, "lock " + type);
        long before = cpu(peers, type);
        peers.tell(WAITERS, "ask " + type + ' ' + waiters);
        TimeUnit.SECONDS.sleep(seconds);
        long used = cpu(peers, type) - before;
        peers.tell(OWNER, "unlock " + type);
        peers.tell(WAITERS, "join " + type);
        return used;
    }

    private static long cpu(Peers peers, LockType type) throws InterruptedException {
        return peers.tell("cpu " + type).stream().mapToLong(answer -> answer[0]).sum();
    }
}
