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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bench handoff}. */
@Command(name = "handoff", sortOptions = false,
        description = "How long it takes from the unlock to the first instruction"
                + " of the next owner, in another JVM.")
public final class HandoffCommand implements Callable<Integer> {

    private static final int PARTS = 3;
    /** On a busy machine each round may take long. */
    private static final long PATIENCE_SECONDS = 600;
    /** Enough for most methods to be compiled, which in a program that has run for a while they would be. */
    private static final int WARM_UP_ROUNDS = 800;
    /** Longer than it takes until a hand-off is asked for. */
    private static final long WARM_UP_ASLEEP_NANOS = 6_000_000;
    private static final long ASLEEP_NANOS = 20_000_000;
    private static final String NOBODY = "no lock";
    private static final double MICRO = 1e3;

    @Mixin
    private TypeOptions options;

    private final FactTable table = new FactTable();
    private int round;

    @Override
    public Integer call() throws Exception {
        Set<LockType> types = options.types(LockType.mutexes(PARTS));
        String machine = Machine.describe();
        System.out.println(machine);
        try (Peers peers = new Peers()) {
            for (LockType type : types) {
                type.create(peers.folder(), LockType.SHARED);
            }
            for (int i = 0; i < PARTS; i++) {
                peers.start(LockType.JVM_OPTIONS, HandoffGuest.class);
            }
            for (LockType type : types) {
                peers.tellFirstAndThenOthers("open " + type);
            }
            play(peers, types);
        }
        table.print();
        Session.of("handoff", machine, List.of(), table.facts()).write(options.json());
        return 0;
    }

    /** The first time is to warm up. */
    private void play(Peers peers, Set<LockType> types) throws InterruptedException {
        for (int i = 0; i <= options.repeat(); i++) {
            boolean counts = i > 0;
            for (Way way : Way.values()) {
                if (way.hasLock()) {
                    for (LockType type : types) {
                        play(peers, type, way, type.name(), counts);
                    }
                } else {
                    play(peers, types.iterator().next(), way, NOBODY, counts);
                }
            }
        }
    }

    private void play(Peers peers, LockType type, Way way, String side, boolean counts) throws InterruptedException {
        int begin = round + 1;
        round += counts ? way.rounds() : Math.max(way.rounds(), WARM_UP_ROUNDS);
        peers.begin("play " + type + ' ' + way + ' ' + begin + ' ' + (round + 1) + ' '
                + (counts ? ASLEEP_NANOS : WARM_UP_ASLEEP_NANOS));
        for (long[] times : peers.await(PATIENCE_SECONDS)) {
            for (long nanos : times) {
                if (counts) {
                    table.add(way.title(), side, "us", nanos / MICRO);
                }
            }
        }
    }
}
