package dev.tpfutex.bench.scale;

import dev.tpfutex.bench.FactTable;
import dev.tpfutex.bench.Peers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;

/** A file with many locks: how large it is, how long it takes to create and to open it, and what it occupies. */
final class ManyLocks {

    private static final String SIDE = "TP";
    private static final String SMALL = "small.tpf";
    private static final String LARGE = "large.tpf";
    private static final int MOST_USED = 10_000;
    private static final double MILLI = 1e6;
    private static final double MICRO = 1e3;
    private static final double MEGA = 1e6;

    private final int locks;
    private final FactTable table;

    ManyLocks(int locks, FactTable table) {
        this.locks = locks;
        this.table = table;
    }

    void run() throws IOException, InterruptedException {
        try (Peers peers = new Peers()) {
            peers.start(List.of(), ScaleGuest.class);
            peers.start(List.of(), ScaleGuest.class);
            // So that no class is loaded for the first time while the time is taken.
            peers.tell("open " + SMALL + " 1");
            peers.tell("use 1");
            peers.tell("close");
            add("create", "ms", peers.tell(0, "open " + LARGE + ' ' + locks)[0] / MILLI);
            add("file", "MB", Files.size(peers.folder().resolve(LARGE)) / MEGA);
            add("open", "ms", peers.tell(1, "open " + LARGE + ' ' + locks)[0] / MILLI);
            add("resident once open", "MB", resident(peers));
            int used = Math.min(locks, MOST_USED);
            add("first use of each", "us", peers.tell(1, "use " + used)[0] / MICRO / used);
            add("resident after the use of " + used, "MB", resident(peers));
        }
    }

    private static double resident(Peers peers) throws InterruptedException {
        return peers.tell(1, "resident " + LARGE)[0] / MEGA;
    }

    private void add(String what, String unit, double value) {
        table.add(String.format(Locale.ROOT, "%,d locks, %s", locks, what), SIDE, unit, value);
    }
}
