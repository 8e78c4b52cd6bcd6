package dev.tpfutex.bench.hackbench;

import dev.tpfutex.bench.FactTable;
import dev.tpfutex.bench.Machine;
import dev.tpfutex.bench.PeerJvm;
import dev.tpfutex.bench.Peers;
import dev.tpfutex.bench.TypeOptions;
import dev.tpfutex.bench.lock.LockType;
import dev.tpfutex.bench.result.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench hackbench}. */
@Command(name = "hackbench", sortOptions = false,
        description = "Groups of senders in one JVM spray messages of 100 bytes at"
                + " receivers in another: by pipes, and by rings in shared memory under each type of mutex.")
public final class HackbenchCommand implements Callable<Integer> {

    /** Words of the C library's and the kernel's that threads of both JVMs can use at once. */
    private static final Set<LockType> TYPES =
            Set.of(LockType.TP, LockType.WW, LockType.WWS, LockType.GC, LockType.GCR, LockType.PI, LockType.CH);
    private static final int MOST_THREADS = 2_000;
    private static final double MILLI = 1e6;

    @Mixin
    private TypeOptions options;

    @Option(names = {"-g", "--groups"}, paramLabel = "N", defaultValue = "1", description = "(${DEFAULT-VALUE})")
    private int groups;

    @Option(names = "--receivers", paramLabel = "N", defaultValue = "20",
            description = "in each group, and as many senders (${DEFAULT-VALUE})")
    private int receivers;

    @Option(names = {"-l", "--loops"}, paramLabel = "N", defaultValue = "100",
            description = "messages from each sender to each receiver (${DEFAULT-VALUE})")
    private int loops;

    private final FactTable table = new FactTable();

    @Override
    public Integer call() throws Exception {
        int boxes = options.atLeast("-g", groups, 1) * options.atLeast("--receivers", receivers, 1);
        options.atLeast("-l", loops, 1);
        if (boxes > MOST_THREADS) {
            throw options.wrong("no more than " + MOST_THREADS + " receivers in all");
        }
        List<String> sides = new ArrayList<>(List.of(HackGuest.PIPE));
        options.types(TYPES).forEach(type -> sides.add(type.name()));
        String machine = Machine.describe();
        System.out.println(machine);
        for (int i = 0; i < options.repeat(); i++) {
            for (String side : sides) {
                measure(side, boxes);
            }
        }
        table.print();
        Session.of("hackbench", machine, List.of(), table.facts()).write(options.json());
        return 0;
    }

    /** In JVMs of their own, so that none is compiled for another side; the first run is to warm up. */
    private void measure(String side, int boxes) throws Exception {
        try (Peers peers = new Peers()) {
            for (int i = 0; i < boxes; i++) {
                if (side.equals(HackGuest.PIPE)) {
                    PipeMailbox.create(HackGuest.pipe(peers.folder(), i));
                } else {
                    LockType.valueOf(side).create(peers.folder(), HackGuest.lock(i));
                }
            }
            peers.start(LockType.JVM_OPTIONS, HackGuest.class);
            peers.start(LockType.JVM_OPTIONS, HackGuest.class);
            peers.tellFirstAndThenOthers("open " + side + ' ' + boxes);
            run(peers, side);
            table.add(groups + " x " + receivers + " senders and receivers, " + loops + " loops", side, "ms",
                    run(peers, side) / MILLI);
        }
    }

    private long run(Peers peers, String side) throws InterruptedException {
        long begin = System.nanoTime();
        peers.begin("run " + receivers + ' ' + loops);
        List<long[]> sums = peers.await(2 * PeerJvm.PATIENCE_SECONDS);
        long nanos = System.nanoTime() - begin;
        if (sums.get(0)[0] != sums.get(1)[0]) {
            throw new IllegalStateException(side + ": what arrived is not what was sent");
        }
        return nanos;
    }
}
