package dev.tpfutex.ctl;

import dev.tpfutex.api.LockStatistics;
import dev.tpfutex.api.ReadStatistics;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What happened to one lock between two looks, per second. */
record LockRate(
        Path file,
        LockSnapshot lock,
        double acquisitions,
        double steals,
        double topWaits,
        double handOffs,
        double sleeps,
        double timeouts) {

    private static final long COUNTER_MASK = 0xffff_ffffL;

    /** Most contended first: by waiters, then by how often somebody had to wait, then by use. */
    private static final Comparator<LockRate> BY_CONTENTION = Comparator
            .<LockRate>comparingInt(rate -> rate.lock().waiters().size())
            .thenComparingDouble(rate -> rate.steals() + rate.topWaits() + rate.handOffs() + rate.sleeps())
            .thenComparingDouble(LockRate::acquisitions)
            .reversed()
            .thenComparing(rate -> rate.lock().name());

    private record Key(UUID space, int lock) {}

    /** The locks of the later look, most contended first. */
    static List<LockRate> between(List<SpaceSnapshot> before, List<SpaceSnapshot> now) {
        Map<Key, LockSnapshot> old = new HashMap<>();
        Map<UUID, Long> looked = new HashMap<>();
        for (SpaceSnapshot space : before) {
            looked.put(space.facts().uuid(), space.nanoTime());
            space.locks().forEach(
                    lock -> old.put(new Key(space.facts().uuid(), lock.index()), lock));
        }
        List<LockRate> rates = new ArrayList<>();
        for (SpaceSnapshot space : now) {
            UUID uuid = space.facts().uuid();
            long since = looked.getOrDefault(uuid, space.nanoTime());
            double seconds = Math.max(1e-9, (space.nanoTime() - since) / 1e9);
            for (LockSnapshot lock : space.locks()) {
                rates.add(of(space.path(), lock, old.getOrDefault(new Key(uuid, lock.index()), lock),
                        seconds));
            }
        }
        rates.sort(BY_CONTENTION);
        return rates;
    }

    /** Readers and writers together, but for the acquisitions: nobody counts how often readers come in. */
    private static LockRate of(Path file, LockSnapshot lock, LockSnapshot before, double seconds) {
        LockStatistics old = before.statistics();
        LockStatistics now = lock.statistics();
        ReadStatistics oldReads = before.reads();
        ReadStatistics reads = lock.reads();
        return new LockRate(
                file,
                lock,
                (now.acquisitions() - old.acquisitions()) / seconds,
                rate(old.steals(), now.steals(), seconds) + rate(oldReads.steals(), reads.steals(), seconds),
                rate(old.topWaits(), now.topWaits(), seconds) + rate(oldReads.topWaits(), reads.topWaits(), seconds),
                rate(old.handOffs(), now.handOffs(), seconds) + rate(oldReads.handOffs(), reads.handOffs(), seconds),
                rate(old.sleeps(), now.sleeps(), seconds) + rate(oldReads.sleeps(), reads.sleeps(), seconds),
                rate(old.timeouts(), now.timeouts(), seconds) + rate(oldReads.timeouts(), reads.timeouts(), seconds));
    }

    /** Counters start again at 0 after 32 bits. */
    private static double rate(long old, long now, double seconds) {
        return (now - old & COUNTER_MASK) / seconds;
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = Trees.lock(lock);
        tree.put("file", file);
        tree.put("perSecond", Json.object(
                "acquisitions", acquisitions,
                "steals", steals,
                "topWaits", topWaits,
                "handOffs", handOffs,
                "sleeps", sleeps,
                "timeouts", timeouts));
        return tree;
    }
}
