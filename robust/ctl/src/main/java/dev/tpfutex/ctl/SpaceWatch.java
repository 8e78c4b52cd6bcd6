package dev.tpfutex.ctl;

import dev.tpfutex.api.Consistency;
import dev.tpfutex.robust.inspect.Damage;
import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.ProcessSnapshot;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds out what has happened in one space by comparing each look with the one before. What begins and ends between
 * two looks is seen only if it leaves a trace in a counter.
 */
final class SpaceWatch {

    private static final long COUNTER_MASK = 0xffff_ffffL;

    private record ProcessKey(int index, int generation) {}

    private final WaitWatch waits;
    private final Set<Damage> damage = new HashSet<>();
    private SpaceSnapshot before;
    private List<Event> events = new ArrayList<>();

    SpaceWatch(Duration slow) {
        this.waits = new WaitWatch(slow);
    }

    /** What has happened since the last look; nothing at the first one, but for what is the matter already. */
    List<Event> look(SpaceSnapshot now) {
        events = new ArrayList<>();
        if (before != null) {
            comparePresence(now);
            compareLocks(now);
            if (now.coordinator().epoch() != before.coordinator().epoch()) {
                add(now, Event.Type.COORDINATOR, "", LsVerb.coordinator(now.coordinator()));
            }
        }
        events.addAll(waits.look(now));
        for (Damage found : now.damage()) {
            if (damage.add(found)) {
                add(now, Event.Type.DAMAGE, found.lock(), found.toString());
            }
        }
        before = now;
        return events;
    }

    private void add(SpaceSnapshot space, Event.Type type, String lock, String text) {
        events.add(new Event(space.taken(), type, space.path(), lock, text));
    }

    // ---- processes -----------------------------------------------------------------------------

    private void comparePresence(SpaceSnapshot now) {
        Map<ProcessKey, ProcessSnapshot> old = processes(before);
        Map<ProcessKey, ProcessSnapshot> present = processes(now);
        old.forEach((key, process) -> {
            if (!present.containsKey(key)) {
                add(now, process.isDead() ? Event.Type.RECOVERED : Event.Type.LEFT, "", describe(process));
            }
        });
        present.forEach((key, process) -> {
            ProcessSnapshot known = old.get(key);
            if (known == null) {
                add(now, Event.Type.JOINED, "", describe(process));
            }
            if (process.isDead() && (known == null || !known.isDead())) {
                add(now, Event.Type.DIED, "", describe(process));
            }
        });
    }

    private static Map<ProcessKey, ProcessSnapshot> processes(SpaceSnapshot space) {
        Map<ProcessKey, ProcessSnapshot> processes = new HashMap<>();
        space.processes().forEach(
                process -> processes.put(new ProcessKey(process.index(), process.generation()), process));
        return processes;
    }

    private static String describe(ProcessSnapshot process) {
        return "pid " + process.pidText() + " (" + process.command() + ")";
    }

    // ---- locks ---------------------------------------------------------------------------------

    private void compareLocks(SpaceSnapshot now) {
        Map<Integer, LockSnapshot> old = new HashMap<>();
        before.locks().forEach(lock -> old.put(lock.index(), lock));
        for (LockSnapshot lock : now.locks()) {
            LockSnapshot known = old.get(lock.index());
            if (known != null) {
                compareCounters(now, known, lock);
                compareConsistency(now, known, lock);
            }
        }
    }

    private void compareCounters(SpaceSnapshot now, LockSnapshot old, LockSnapshot lock) {
        long handOffs = (lock.statistics().handOffs() - old.statistics().handOffs() & COUNTER_MASK)
                + (lock.reads().handOffs() - old.reads().handOffs() & COUNTER_MASK);
        if (handOffs > 0) {
            add(now, Event.Type.HAND_OFF, lock.name(), handOffs == 1 ? "now held by " + Text.holders(lock)
                    : handOffs + " times; now held by " + Text.holders(lock));
        }
        long timeouts = (lock.statistics().timeouts() - old.statistics().timeouts() & COUNTER_MASK)
                + (lock.reads().timeouts() - old.reads().timeouts() & COUNTER_MASK);
        if (timeouts > 0) {
            add(now, Event.Type.TIMEOUT, lock.name(), Text.plural(timeouts, "waiter") + " gave up; held by "
                    + Text.holders(lock));
        }
        long deaths = lock.statistics().ownerDeaths() - old.statistics().ownerDeaths() & COUNTER_MASK;
        if (deaths > 0) {
            add(now, Event.Type.OWNER_DIED, lock.name(), (deaths == 1 ? "" : deaths + " times; ")
                    + (old.isOwned() ? "last seen: " + Text.holders(old) : "it was not seen while it held the lock"));
        }
    }

    private void compareConsistency(SpaceSnapshot now, LockSnapshot old, LockSnapshot lock) {
        Consistency was = old.consistency();
        Consistency is = lock.consistency();
        if (was == is) {
            return;
        }
        switch (is) {
            case CONSISTENT -> add(
                    now,
                    was == Consistency.NOT_RECOVERABLE ? Event.Type.RESET : Event.Type.REPAIRED,
                    lock.name(),
                    "usable again; held by " + Text.holders(lock));
            case NOT_RECOVERABLE -> add(
                    now,
                    Event.Type.NOT_RECOVERABLE,
                    lock.name(),
                    "the next owner unlocked it without repair, and nobody gets it any more. Restore what it protects, then"
                            + " type: " + Typed.reset(now.path(), lock.name()));
            case OWNER_DIED -> {
                // The counter has told.
            }
        }
    }
}
