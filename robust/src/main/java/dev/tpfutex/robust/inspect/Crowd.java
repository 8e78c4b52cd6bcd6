package dev.tpfutex.robust.inspect;

import dev.tpfutex.shm.layout.LockLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tasks of a space, by what they do. */
final class Crowd {

    private final Map<Integer, TaskSnapshot> byTid = new HashMap<>();
    private final Map<Integer, List<TaskSnapshot>> queues = new HashMap<>();
    private final Map<Integer, List<TaskSnapshot>> readers = new HashMap<>();
    private final Set<Integer> topWaiters = new HashSet<>();

    Crowd(List<TaskSnapshot> tasks) {
        for (TaskSnapshot task : tasks) {
            byTid.put(task.tid(), task);
            task.queueing().ifPresent(
                    place -> queues.computeIfAbsent(place.lock(), lock -> new ArrayList<>()).add(task));
            task.reads().forEach(lock -> readers.computeIfAbsent(lock, key -> new ArrayList<>()).add(task));
        }
    }

    /** Notes who is top waiter of these locks. */
    void noteTopWaiters(SpaceMemory memory, Iterable<Integer> locks) {
        for (int lock : locks) {
            long at = memory.layout().lock(lock);
            topWaiters.add(LockReader.topWaiter(
                    memory.getLong(at + LockLayout.WORD), memory.getLong(at + LockLayout.TOP)));
        }
    }

    TaskSnapshot task(int tid) {
        return byTid.get(tid);
    }

    List<TaskSnapshot> queue(int lock) {
        return queues.getOrDefault(lock, List.of());
    }

    List<TaskSnapshot> readers(int lock) {
        return readers.getOrDefault(lock, List.of());
    }

    /** Whether a task waits in a queue, or as the top waiter of some lock. */
    boolean waitsInTurn(TaskSnapshot task) {
        return task.queueing().isPresent() || topWaiters.contains(task.tid());
    }
}
