package dev.tpfutex.ctl;

import dev.tpfutex.robust.inspect.LockSnapshot;
import dev.tpfutex.robust.inspect.SpaceSnapshot;
import dev.tpfutex.robust.inspect.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells of slow waits in one space, each once, and of their end. How long a top waiter has waited that has not come
 * through the queue is known from when it was first seen.
 */
final class WaitWatch {

    /** One who waits for one lock, until seen not to. */
    private record Key(int lock, int tid) {}

    /** @param begun by {@link System#nanoTime} */
    private record Wait(long begun, String who, String lock, boolean told) {}

    private final Duration slow;
    private Map<Key, Wait> known = new HashMap<>();

    WaitWatch(Duration slow) {
        this.slow = slow;
    }

    List<Event> look(SpaceSnapshot now) {
        List<Event> events = new ArrayList<>();
        Map<Key, Wait> present = new HashMap<>();
        for (LockSnapshot lock : now.locks()) {
            for (Waiter waiter : lock.waiters()) {
                Key key = new Key(lock.index(), waiter.tid());
                present.put(key, look(now, lock, waiter, known.get(key), events));
            }
        }
        known.forEach((key, wait) -> {
            if (wait.told() && !present.containsKey(key)) {
                events.add(new Event(now.taken(), Event.Type.WAIT_OVER, now.path(), wait.lock(), wait.who()
                        + " waits no longer, after " + Text.of(Duration.ofNanos(now.nanoTime() - wait.begun()))));
            }
        });
        known = present;
        return events;
    }

    private Wait look(SpaceSnapshot now, LockSnapshot lock, Waiter waiter, Wait before, List<Event> events) {
        long told = waiter.waited().map(waited -> now.nanoTime() - waited.toNanos()).orElse(now.nanoTime());
        // What the queue says of one that has come back begins anew; a little less is the time of the look.
        boolean same = before != null && (waiter.waited().isEmpty() || told - before.begun() < slow.toNanos());
        long begun = same ? Math.min(before.begun(), told) : told;
        Duration waited = Duration.ofNanos(Math.max(0, now.nanoTime() - begun));
        boolean alreadyTold = same && before.told();
        boolean isSlow = waited.compareTo(slow) >= 0;
        String who = Text.threadAndState(waiter.task(), waiter.state());
        if (isSlow && !alreadyTold) {
            events.add(new Event(now.taken(), Event.Type.SLOW_WAIT, now.path(), lock.name(), who + " has waited for "
                    + Text.of(waited) + "; held by " + Text.holders(lock)));
        }
        return new Wait(begun, who, lock.name(), alreadyTold || isSlow);
    }
}
