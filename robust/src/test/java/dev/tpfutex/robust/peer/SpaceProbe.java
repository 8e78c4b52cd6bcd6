package dev.tpfutex.robust.peer;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.CoordinatorLife;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.Parker;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Looks into a space from outside, without taking part: how a test knows that somebody waits by now. */
public final class SpaceProbe implements AutoCloseable {

    private final SpaceFile file;
    private final MappedPort port;
    private final TaskTable tasks;
    private final ProcessTable processes;
    private final NameIndex names;

    public SpaceProbe(Path path) {
        this.file = SpaceFile.openOrCreate(path, SpaceOptions.defaults().create(false));
        this.port = new MappedPort(file, file.segment());
        this.tasks = new TaskTable(port);
        this.processes = new ProcessTable(port);
        this.names = new NameIndex(port);
    }

    /** Threads that sleep until they get the lock, or until it is their turn: the top waiter and the queued ones. */
    public int sleepers(String lock) {
        return count(sleepsFor(lock));
    }

    /** Whether readers leave the word of a lock alone. */
    public boolean isBiased(String lock) {
        int word = FutexWord.seedWord(port.getLong(lock(lock).word()));
        return (word & FutexWord.SHARED) != 0 && (word & FutexWord.BIASED) != 0;
    }

    /** Those of one process. */
    public int sleepers(String lock, long pid) {
        IntPredicate sleeps = sleepsFor(lock);
        return count(slot -> sleeps.test(slot) && pid == pidOfSlot(slot));
    }

    private IntPredicate sleepsFor(String lock) {
        int top = TopWord.tid(port.getLong(lock(lock).top()));
        int index = lock(lock).index();
        return slot -> (isQueued(slot, index) || top != 0 && Tid.slot(top) == slot) && Parker.isParked(port, slot);
    }

    private int pidOfSlot(int slot) {
        return processes.identity(TaskControl.process(port.getLong(tasks.control(slot)))).pid();
    }

    /** Threads that sleep in the coordinator's queue of the lock; the top waiter is not in there. */
    public int queued(String lock) {
        int index = lock(lock).index();
        return count(slot -> isQueued(slot, index));
    }

    /** Tid of one of them. */
    public int queuedTid(String lock) {
        int index = lock(lock).index();
        int slot = IntStream.range(0, port.layout().maxTasks())
                .filter(candidate -> isQueued(candidate, index))
                .findFirst()
                .orElseThrow();
        return Tid.of(slot, TaskControl.generation(port.getLong(tasks.control(slot))));
    }

    /** Pid of the owner, 0 if there is none. */
    public int owner(String lock) {
        return pidOf(FutexWord.tid(port.getLong(lock(lock).word())));
    }

    /** Pid of the top waiter, 0 if there is none. */
    public int topWaiter(String lock) {
        return pidOf(TopWord.tid(port.getLong(lock(lock).top())));
    }

    /** Whether the lock is free with the mark of an owner's death on it. */
    public boolean isMarked(String lock) {
        return word(lock) == FutexWord.OWNER_DIED;
    }

    /**
     * Whether the lock is free, has no flags, no top waiter and nobody queued. The top word may still say that somebody
     * is: a coordinator that died left that to the next one that has a queue for the lock.
     */
    public boolean isAtRest(String lock) {
        return word(lock) == 0 && (port.getLong(lock(lock).top()) & TopWord.ROLE) == 0 && queued(lock) == 0;
    }

    /** Whether the top waiter has asked that the lock be handed to it. */
    public boolean asksForHandOff(String lock) {
        return TopWord.has(port.getLong(lock(lock).top()), TopWord.HANDOFF);
    }

    /** Owner and flags of the futex word, 0 if there are none. */
    public int word(String lock) {
        return FutexWord.seedWord(port.getLong(lock(lock).word()));
    }

    /** Task slots in use. */
    public int tasks() {
        return count(slot -> TaskControl.isIssued(port.getLong(tasks.control(slot))));
    }

    /** Task slots in use by other processes than these. */
    public int tasksOfOthersThan(Set<Long> pids) {
        return count(slot -> TaskControl.isIssued(port.getLong(tasks.control(slot)))
                && !pids.contains((long) pidOfSlot(slot)));
    }

    /** Process records in use. */
    public int processes() {
        return (int) IntStream.range(0, port.layout().maxProcesses()).filter(processes::isInUse).count();
    }

    /** Pid of the coordinator's host, 0 if nobody serves. */
    public int coordinator() {
        Election election = new Election(port);
        long serving = election.serving();
        return election.isVacant(serving)
                ? 0
                : processes.identity(ServingWord.process(serving)).pid();
    }

    /** Which term of the coordinator it is. */
    public int epoch() {
        return ServingWord.epoch(new Election(port).serving());
    }

    /** The life word of the thread that coordinates, or has done so, for the process of a record. */
    public int coordinatorLife(int process) {
        return port.getInt(CoordinatorLife.at(port, process));
    }

    /** The record of the process that coordinates, -1 if there is none. */
    public int coordinatorRecord() {
        return ServingWord.process(new Election(port).serving());
    }

    /** The words of all locks and the slots of all tasks that have something to do with one, for people. */
    public String dump() {
        StringBuilder text = new StringBuilder("coordinator: pid ").append(coordinator())
                .append(", epoch ")
                .append(epoch());
        for (int i = 0; i < port.layout().maxLocks(); i++) {
            byte[] name = names.nameOf(i);
            if (name != null) {
                dump(text, new String(name, StandardCharsets.UTF_8), new Lock(port.layout(), i));
            }
        }
        for (int slot = 0; slot < port.layout().maxTasks(); slot++) {
            dump(text, slot);
        }
        return text.toString();
    }

    @Override
    public void close() {
        file.close();
    }

    private Lock lock(String name) {
        int index = names.find(name.getBytes(StandardCharsets.UTF_8));
        if (index < 0) {
            throw new AssertionError("no lock " + name);
        }
        return new Lock(port.layout(), index);
    }

    private int count(IntPredicate slots) {
        return (int) IntStream.range(0, port.layout().maxTasks()).filter(slots).count();
    }

    private boolean isQueued(int slot, int lock) {
        return WaitWord.state(port.getLong(at(slot, TaskLayout.WAIT))) == WaitWord.QUEUED
                && port.getInt(at(slot, TaskLayout.WAIT_LOCK)) == lock;
    }

    private int pidOf(int tid) {
        int process = tid == 0 ? -1 : tasks.processOf(tid);
        return process < 0 ? 0 : processes.identity(process).pid();
    }

    private long at(int slot, long field) {
        return port.layout().task(slot) + field;
    }

    private void dump(StringBuilder text, String name, Lock lock) {
        long word = port.getLong(lock.word());
        long top = port.getLong(lock.top());
        if (FutexWord.seedWord(word) != 0 || top != 0 || port.getInt(lock.consistency()) != LockLayout.RECOVERABLE) {
            text.append("\nlock %s: word %016x (slot %d, pid %d), top %016x (slot %d, pid %d)".formatted(
                    name, word, Tid.slot(FutexWord.tid(word)), pidOf(FutexWord.tid(word)), top,
                    Tid.slot(TopWord.tid(top)), pidOf(TopWord.tid(top))));
        }
    }

    private void dump(StringBuilder text, int slot) {
        long control = port.getLong(tasks.control(slot));
        long wait = port.getLong(at(slot, TaskLayout.WAIT));
        if (TaskControl.isIssued(control)) {
            int process = TaskControl.process(control);
            text.append("\ntask %d: process %d (pid %d), park %d, wait ticket %d state %d, lock %d".formatted(
                    slot, process, processes.identity(process).pid(), port.getInt(at(slot, TaskLayout.PARK)),
                    WaitWord.ticket(wait), WaitWord.state(wait), port.getInt(at(slot, TaskLayout.WAIT_LOCK))));
        }
    }
}
