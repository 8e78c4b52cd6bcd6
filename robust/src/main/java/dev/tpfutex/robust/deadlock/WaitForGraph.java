package dev.tpfutex.robust.deadlock;

import dev.tpfutex.api.DeadlockEdge.How;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.LifeWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Readers;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Who waits for whom, among the tasks of a space that have waited for long: all members of a deadlock have, sooner or
 * later. An edge stands for a wait that ends only if the other one lets go, or gives up waiting. All that is read is
 * garbage if the file is damaged, and then so is the graph. Used by one thread.
 *
 * <p>The waits are read first, and then what each waits for. So what is read of one that is still in the same wait
 * later on was true from the first time to the second: a thread that waits takes and gives up nothing.
 */
final class WaitForGraph {

    private final Port port;
    private final TaskTable tasks;

    /** By tid, in the order of slots. */
    private final Map<Integer, LongWaiter> waiters = new LinkedHashMap<>();

    /** By the lock that they read under. */
    private final Map<Integer, List<LongWaiter>> readers = new HashMap<>();

    private final Map<LongWaiter, List<Edge>> edges = new HashMap<>();
    private int longWaits;

    /** Looks at the space. */
    WaitForGraph(Port port) {
        this.port = port;
        this.tasks = new TaskTable(port);
        int high = tasks.high();
        for (int slot = 0; slot < high; slot++) {
            if (LongWait.of(port, slot) != 0) {
                longWaits++;
                addWaiter(slot);
            }
        }
        waiters.values().forEach(this::addReader);
        waiters.values().forEach(waiter -> edges.put(waiter, edgesOf(waiter)));
    }

    /** How many slots say that their tasks have waited for long: at least as many as there are in the graph. */
    int longWaits() {
        return longWaits;
    }

    /** How many of them wait for others of them. */
    int edges() {
        return edges.values().stream().mapToInt(List::size).sum();
    }

    // ---- waiters and readers -------------------------------------------------------------------

    private void addWaiter(int slot) {
        long control = port.getLong(tasks.control(slot));
        long wait = LongWait.of(port, slot);
        int lock = port.getInt(at(slot, TaskLayout.LONG_WAIT_LOCK));
        int mode = port.getInt(at(slot, TaskLayout.LONG_WAIT_MODE));
        boolean whole = LongWait.isSame(LongWait.of(port, slot), wait);
        boolean live = TaskControl.state(control) == TaskControl.USED && !LifeWord.isMarked(port, slot);
        if (wait == 0 || !whole || !live || lock < 0 || lock >= port.layout().maxLocks()) {
            return;
        }
        int tid = Tid.of(slot, TaskControl.generation(control) & Tid.MAX_GENERATION);
        LongWaiter waiter = new LongWaiter(slot, tid, wait, new Lock(port.layout(), lock), mode);
        if (isWaiting(waiter)) {
            waiters.put(tid, waiter);
        }
    }

    /** An error may have ended a wait half-way, and left what the slot says of it. */
    private boolean isWaiting(LongWaiter waiter) {
        long top = port.getLong(waiter.lock().top());
        if (TopWord.tid(top) == waiter.tid()) {
            return TopWord.has(top, TopWord.UPGRADABLE) == (waiter.mode() == TaskLayout.MODE_UPGRADE);
        }
        int state = WaitWord.state(port.getLong(at(waiter.slot(), TaskLayout.WAIT)));
        return (state == WaitWord.QUEUED || state == WaitWord.GRANTED)
                && port.getInt(at(waiter.slot(), TaskLayout.WAIT_LOCK)) == waiter.lock().index();
    }

    private void addReader(LongWaiter waiter) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            int entry = entry(waiter, i);
            if (RobustEntry.isShare(entry, waiter.tid()) && !RobustEntry.isPending(entry)) {
                readers.computeIfAbsent(RobustEntry.lock(entry), lock -> new ArrayList<>()).add(waiter);
            }
        }
    }

    private boolean isOrBecomesReader(LongWaiter waiter) {
        return hasEntry(waiter, entry -> RobustEntry.isShare(entry, waiter.tid()));
    }

    /** Whether it has to be alone: as an owner, or as a reader that holds too many locks to be able to show that it reads. */
    private boolean isToBeAlone(LongWaiter waiter) {
        return waiter.mode() == TaskLayout.MODE_EXCLUSIVE
                || waiter.mode() == TaskLayout.MODE_UPGRADE
                || !hasEntry(waiter, entry -> true);
    }

    private boolean hasEntry(LongWaiter waiter, IntPredicate condition) {
        return IntStream.range(0, TaskLayout.ENTRY_COUNT)
                .map(i -> entry(waiter, i))
                .anyMatch(entry -> RobustEntry.lock(entry) == waiter.lock().index() && condition.test(entry));
    }

    private int entry(LongWaiter waiter, int i) {
        return port.getInt(at(waiter.slot(), TaskLayout.ENTRIES + (long) i * Integer.BYTES));
    }

    private long at(int slot, long field) {
        return port.layout().task(slot) + field;
    }

    // ---- edges ---------------------------------------------------------------------------------

    private List<Edge> edgesOf(LongWaiter waiter) {
        long word = port.getLong(waiter.lock().word());
        if (!FutexWord.isShared(word)) {
            return edge(waiter, FutexWord.tid(word), How.OWNS);
        }
        if (isToBeAlone(waiter)) {
            return readers.getOrDefault(waiter.lock().index(), List.of()).stream()
                    .filter(reader -> reader != waiter)
                    .map(reader -> new Edge(waiter, reader, How.READS))
                    .toList();
        }
        return isOrBecomesReader(waiter) ? List.of() : edgeOfReader(waiter, word);
    }

    /** Readers have the lock, and the waiter wants to be one of them. */
    private List<Edge> edgeOfReader(LongWaiter waiter, long word) {
        long top = port.getLong(waiter.lock().top());
        LongWaiter first = waiters.get(TopWord.tid(top));
        if (waiter.mode() == TaskLayout.MODE_UPGRADABLE && TopWord.has(top, TopWord.UPGRADABLE)) {
            return edge(waiter, TopWord.tid(top), How.READS);
        }
        boolean goesFirst = first != null
                && first.lock().index() == waiter.lock().index()
                && isToBeAlone(first)
                && FutexWord.hasWaiters(word)
                && !Readers.mayJoin(port, waiter.lock());
        return goesFirst ? edge(waiter, first.tid(), How.GOES_FIRST) : List.of();
    }

    private List<Edge> edge(LongWaiter waiter, int holder, How how) {
        LongWaiter other = waiters.get(holder);
        return other == null || other == waiter ? List.of() : List.of(new Edge(waiter, other, how));
    }

    // ---- cycles --------------------------------------------------------------------------------

    /** Cycles such that each thread that is in one is in one of these. */
    List<Cycle> cycles() {
        List<Cycle> found = new ArrayList<>();
        Set<LongWaiter> covered = endings();
        for (LongWaiter start : waiters.values()) {
            if (!covered.contains(start)) {
                Cycle cycle = cycleThrough(start.tid());
                if (cycle != null) {
                    found.add(cycle);
                    covered.addAll(cycle.waiters());
                }
            }
        }
        return found;
    }

    /**
     * Those from whom no way leads into a circle: who has no edge, or only edges to such. A step for each edge, while to
     * look for a circle through each of them would take all of these steps for each.
     */
    private Set<LongWaiter> endings() {
        Map<LongWaiter, List<LongWaiter>> waitingFor = new HashMap<>();
        Map<LongWaiter, Integer> open = new HashMap<>();
        Deque<LongWaiter> next = new ArrayDeque<>();
        edges.forEach((waiter, own) -> {
            own.forEach(edge -> waitingFor.computeIfAbsent(edge.holder(), holder -> new ArrayList<>()).add(waiter));
            open.put(waiter, own.size());
            if (own.isEmpty()) {
                next.add(waiter);
            }
        });
        Set<LongWaiter> endings = new HashSet<>();
        while (!next.isEmpty()) {
            LongWaiter ending = next.poll();
            endings.add(ending);
            for (LongWaiter waiter : waitingFor.getOrDefault(ending, List.of())) {
                if (open.merge(waiter, -1, Integer::sum) == 0) {
                    next.add(waiter);
                }
            }
        }
        return endings;
    }

    /** The shortest cycle through a task, which waits in its first edge; null if there is none. */
    Cycle cycleThrough(int tid) {
        LongWaiter start = waiters.get(tid);
        Map<LongWaiter, Edge> cameBy = new HashMap<>();
        Deque<LongWaiter> next = new ArrayDeque<>();
        if (start != null) {
            next.add(start);
        }
        while (!next.isEmpty()) {
            for (Edge edge : edges.get(next.poll())) {
                if (cameBy.putIfAbsent(edge.holder(), edge) == null) {
                    next.add(edge.holder());
                }
                if (edge.holder() == start) {
                    return path(start, cameBy);
                }
            }
        }
        return null;
    }

    private static Cycle path(LongWaiter start, Map<LongWaiter, Edge> cameBy) {
        Deque<Edge> path = new ArrayDeque<>();
        LongWaiter at = start;
        do {
            path.addFirst(cameBy.get(at));
            at = path.getFirst().waiter();
        } while (at != start);
        return new Cycle(List.copyOf(path));
    }
}
