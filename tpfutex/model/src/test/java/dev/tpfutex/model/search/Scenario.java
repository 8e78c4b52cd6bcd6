package dev.tpfutex.model.search;

import dev.tpfutex.core.Lock;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Who takes part in a search, and what it may inflict on them. Made by a chain of calls, then used once. */
final class Scenario {

    private static final int FIRST_OS_TID = 1000;

    private final String name;
    private final List<Behaviour> behaviours = new ArrayList<>();
    private final Map<Fault, Integer> allowed = new EnumMap<>(Fault.class);
    private int newcomers;
    private int hosts = 1;
    private int recoverers;
    private int preemptions = -1;
    private boolean reduced = true;
    private boolean aged;
    private boolean noticed = true;
    private boolean tied;
    private boolean told;
    private boolean hostsTied;
    private LockType type = LockType.MUTEX;
    private SpaceLayout layout;
    private Cells cells;

    Scenario(String name) {
        this.name = name;
    }

    // ---- making one ----------------------------------------------------------------------------

    Scenario client(Behaviour behaviour) {
        behaviours.add(behaviour);
        return this;
    }

    /** One that comes when the first client's slot has been freed. */
    Scenario newcomer(Behaviour behaviour) {
        newcomers++;
        return client(behaviour);
    }

    Scenario hosts(int count) {
        hosts = count;
        return this;
    }

    Scenario recoverers(int count) {
        recoverers = count;
        return this;
    }

    /** No host hears of deaths: recoverers and top waiters must find out. */
    Scenario unnoticed() {
        noticed = false;
        return this;
    }

    /** The kernel tells of the end of a thread before its process is gone. */
    Scenario tied() {
        tied = true;
        return this;
    }

    /** The kernel tells of the end of a coordinator's thread before its process is gone. */
    Scenario hostsTied() {
        hostsTied = true;
        return this;
    }

    /**
     * The lock has readers.
     *
     * @param word its lower half at the beginning
     */
    Scenario readers(int attributes, int word) {
        boolean biased = behaviours.stream().anyMatch(Behaviour::offersBias);
        type = new LockType(LockLayout.KIND_RWLOCK, attributes, word, biased);
        return this;
    }

    Scenario allow(Fault fault, int times) {
        allowed.put(fault, times);
        return this;
    }

    /** How often somebody may be interrupted by another though he could go on; -1 = as often as can be. */
    Scenario preemptions(int most) {
        preemptions = most;
        return this;
    }

    /** Every op is a step, nothing is forgotten, statistics count. */
    Scenario unreduced() {
        reduced = false;
        return this;
    }

    // ---- what it is ----------------------------------------------------------------------------

    @Override
    public String toString() {
        return name;
    }

    int clients() {
        return behaviours.size();
    }

    Map<Fault, Integer> allowed() {
        return allowed;
    }

    int preemptions() {
        return preemptions;
    }

    /** It matters since when the top waiter is that. */
    Scenario aged() {
        aged = true;
        return this;
    }

    boolean isReduced() {
        return reduced;
    }

    /** Nothing keeps the one whom the kernel wakes from cleaning up. */
    Scenario toldAtOnce() {
        told = true;
        return tied();
    }

    boolean isToldAtOnce() {
        return told;
    }

    boolean areHostsTied() {
        return hostsTied;
    }

    boolean hasReaders() {
        return type.hasReaders();
    }

    LockType type() {
        return type;
    }

    boolean isTied() {
        return tied;
    }

    SpaceLayout layout() {
        return layout;
    }

    Cells cells() {
        return cells;
    }

    Lock lock() {
        return new Lock(layout, 0);
    }

    /** The tid that a client has from the beginning, 0 for a newcomer. */
    int tid(int client) {
        return client < residents() ? Tid.of(client, 1) : 0;
    }

    /** The control word of the first slot at the beginning. */
    static long firstControl() {
        return TaskControl.of(TaskControl.USED, 0, 1);
    }

    private int residents() {
        return clients() - newcomers;
    }

    /** Registers everybody; the actors. */
    List<Cast> cast() {
        layout = new SpaceLayout(1, residents(), clients() + hosts + recoverers);
        cells = new Cells();
        initialiseLock();
        for (int process = 0; process < layout.maxProcesses(); process++) {
            cells.initial(layout.process(process) + ProcessLayout.CONTROL, 1L << Integer.SIZE | 1);
        }
        for (int client = 0; client < residents(); client++) {
            new TaskTable(port(client)).allocate(client, 0, new byte[0]);
            if (tied) {
                cells.lifeWord(layout.task(client) + TaskLayout.LIFE, FIRST_OS_TID + client);
            }
        }
        List<Cast> cast = new ArrayList<>();
        for (int i = 0; i < clients(); i++) {
            int client = i;
            cast.add(new Cast("task" + i, Cast.Role.CLIENT, i, i, true,
                    () -> () -> Scripts.work(port(client), lock(), behaviours.get(client), hasReaders(), client,
                            tid(client))));
        }
        addHosts(cast);
        for (int i = 0; i < recoverers; i++) {
            cast.add(new Cast("recoverer" + i, Cast.Role.RECOVERER, i, clients() + hosts + i, i == 0,
                    () -> () -> Scripts.recover(port(-1), clients())));
        }
        return cast;
    }

    private void initialiseLock() {
        cells.initial(lock().kind(), type.kind());
        cells.initial(lock().at(LockLayout.ATTRIBUTES), type.attributes());
        cells.initial(lock().word(), Integer.toUnsignedLong(type.word()));
    }

    private void addHosts(List<Cast> cast) {
        for (int i = 0; i < hosts; i++) {
            int host = i;
            int process = clients() + i;
            cast.add(new Cast("coord" + i, Cast.Role.HOST, i, process, i == 0,
                    () -> () -> Scripts.coordinate(port(-1), host, process, hostsTied)));
            for (int d = 0; d < clients() && noticed && mayDie(); d++) {
                int dead = d;
                cast.add(new Cast("watch" + i + "." + d, Cast.Role.WATCHER, d, process, false,
                        () -> () -> Scripts.watch(port(-1), host, dead)));
            }
        }
    }

    /** Whether it is one and the same all the time. */
    boolean coordinatorIsSteady() {
        return hosts == 1;
    }

    /** Whether time has only passed while nobody could run. */
    boolean clockStandsStill(long[] state) {
        int jumps = allowed.getOrDefault(Fault.JUMP, 0);
        return Shape.left(state, Fault.JUMP) == jumps
                && !allowed.containsKey(Fault.CLIENT_STOP)
                && !allowed.containsKey(Fault.HOST_STOP);
    }

    private boolean mayDie() {
        return allowed.getOrDefault(Fault.CLIENT_DEATH, 0) > 0;
    }

    Relevance relevance(boolean leavesOut) {
        return new Relevance(layout, leavesOut, tied, hostsTied, aged, type);
    }

    private SearchPort port(int client) {
        return new SearchPort(layout, cells, relevance(reduced), client);
    }
}
