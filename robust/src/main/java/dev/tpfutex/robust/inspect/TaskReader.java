package dev.tpfutex.robust.inspect;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the task slots. */
final class TaskReader {

    private static final int ATTEMPTS = 3;

    private final SpaceMemory memory;
    private final ProcessReader processReader;
    private final Map<Integer, ProcessSnapshot> processes;
    private final ReadingTime now;

    /** @param processes by index; one that has come since is read anew */
    TaskReader(
            SpaceMemory memory, ProcessReader processReader, Map<Integer, ProcessSnapshot> processes, ReadingTime now) {
        this.memory = memory;
        this.processReader = processReader;
        this.processes = processes;
        this.now = now;
    }

    List<TaskSnapshot> readAll(DamageList damage) {
        List<TaskSnapshot> found = new ArrayList<>();
        for (int slot = 0; slot < memory.layout().maxTasks(); slot++) {
            if (memory.getLong(controlAt(slot)) != 0) {
                TaskSnapshot task = read(slot);
                if (task != null) {
                    found.add(task);
                }
                check(slot, damage);
            }
        }
        checkHigh(found, damage);
        return found;
    }

    /** The holder of a tid as it is now; null if it is not issued. */
    TaskSnapshot find(int tid) {
        int slot = Tid.slot(tid);
        TaskSnapshot task = tid == 0 || slot >= memory.layout().maxTasks() ? null : read(slot);
        return task != null && task.tid() == tid ? task : null;
    }

    /** The holder of a slot; null if the slot is free, or changes hands all the time. */
    TaskSnapshot read(int slot) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long control = memory.getLong(controlAt(slot));
            if (!TaskControl.isIssued(control)) {
                return null;
            }
            TaskSnapshot task = read(slot, control);
            if (memory.getLong(controlAt(slot)) == control) {
                return task;
            }
        }
        return null;
    }

    private TaskSnapshot read(int slot, long control) {
        long at = memory.layout().task(slot);
        int tid = Tid.of(slot, TaskControl.generation(control) & Tid.MAX_GENERATION);
        List<Integer> listed = new ArrayList<>();
        List<Integer> reads = new ArrayList<>();
        readEntries(at, tid, listed, reads);
        return new TaskSnapshot(
                tid,
                slot,
                TaskControl.generation(control),
                process(TaskControl.process(control)),
                memory.getInt(at + TaskLayout.OS_TID),
                memory.text(at + TaskLayout.NAME_LENGTH, at + TaskLayout.NAME, TaskLayout.MAX_NAME),
                (memory.getInt(at + TaskLayout.LIFE) & FutexWord.OWNER_DIED) != 0,
                TaskControl.state(control) == TaskControl.DYING,
                memory.getInt(at + TaskLayout.PARK) < 0,
                memory.getInt(at + TaskLayout.PRIORITY),
                now.since(memory.getLong(at + TaskLayout.TOP_SINCE)),
                queueing(at),
                longWait(at),
                listed,
                reads,
                memory.getInt(at + TaskLayout.OVERFLOW) != 0,
                counters(at));
    }

    private void readEntries(long at, int tid, List<Integer> listed, List<Integer> reads) {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            int entry = memory.getInt(at + TaskLayout.ENTRIES + (long) i * Integer.BYTES);
            int lock = RobustEntry.lock(entry);
            if (lock >= 0 && lock < memory.layout().maxLocks()) {
                listed.add(lock);
                if (RobustEntry.isShare(entry, tid) && !RobustEntry.isPending(entry)) {
                    reads.add(lock);
                }
            }
        }
    }

    private Optional<ProcessSnapshot> process(int index) {
        if (index >= memory.layout().maxProcesses()) {
            return Optional.empty();
        }
        return Optional.ofNullable(processes.computeIfAbsent(index, processReader::read));
    }

    private Optional<Queueing> queueing(long at) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long wait = memory.getLong(at + TaskLayout.WAIT);
            int state = WaitWord.state(wait);
            if (state != WaitWord.QUEUED && state != WaitWord.GRANTED) {
                return Optional.empty();
            }
            Queueing queueing = new Queueing(
                    memory.getInt(at + TaskLayout.WAIT_LOCK),
                    WaitWord.ticket(wait),
                    state == WaitWord.GRANTED,
                    memory.getInt(at + TaskLayout.WAIT_MODE) == TaskLayout.MODE_SHARED,
                    now.since(memory.getLong(at + TaskLayout.ENQUEUED)));
            if (memory.getLong(at + TaskLayout.WAIT) == wait) {
                return Optional.of(queueing);
            }
        }
        return Optional.empty();
    }

    private Optional<LongWaiting> longWait(long at) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long wait = memory.getLong(at + TaskLayout.LONG_WAIT);
            if (wait == 0) {
                return Optional.empty();
            }
            LongWaiting found = new LongWaiting(
                    memory.getInt(at + TaskLayout.LONG_WAIT_LOCK),
                    memory.getInt(at + TaskLayout.LONG_WAIT_MODE),
                    now.since(LongWait.began(wait)),
                    LongWait.began(wait),
                    LongWait.isBreakable(wait),
                    LongWait.isBroken(wait));
            if (LongWait.isSame(memory.getLong(at + TaskLayout.LONG_WAIT), wait)) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private TaskCounters counters(long at) {
        return new TaskCounters(
                memory.getLong(at + TaskLayout.STEALS),
                memory.getLong(at + TaskLayout.TOP_WAITS),
                memory.getLong(at + TaskLayout.HANDOFFS),
                memory.getLong(at + TaskLayout.SLEEPS),
                memory.getLong(at + TaskLayout.TIMEOUTS),
                memory.getLong(at + TaskLayout.UNLOCK_SLOWPATHS),
                memory.getLong(at + TaskLayout.WAKE_UPS));
    }

    // ---- what cannot be ------------------------------------------------------------------------

    private void check(int slot, DamageList damage) {
        long control = memory.getLong(controlAt(slot));
        String wrong = wrong(control);
        // What was free or half-way a moment ago has changed by now.
        if (wrong != null && memory.getLong(controlAt(slot)) == control) {
            damage.add(controlAt(slot), wrong + ": 0x" + Long.toHexString(control));
            return;
        }
        if (TaskControl.isIssued(control)) {
            checkFields(slot, control, damage);
        }
    }

    private String wrong(long control) {
        int generation = TaskControl.generation(control);
        if (generation < 1 || generation > Tid.MAX_GENERATION) {
            return "a generation that is never issued";
        }
        if (!TaskControl.isIssued(control)) {
            return control == TaskControl.of(TaskControl.FREE, 0, generation) ? null : "neither issued nor free";
        }
        int process = TaskControl.process(control);
        if (process >= memory.layout().maxProcesses()) {
            return "issued to process record " + process + ", which the space does not have";
        }
        long record = memory.layout().process(process) + ProcessLayout.CONTROL;
        return ProcessControl.isInUse(memory.getLong(record)) ? null : "issued to a process that is not registered";
    }

    private void checkFields(int slot, long control, DamageList damage) {
        long at = memory.layout().task(slot);
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            long entryAt = at + TaskLayout.ENTRIES + (long) i * Integer.BYTES;
            int lock = RobustEntry.lock(memory.getInt(entryAt));
            if (lock >= memory.layout().maxLocks() && memory.getLong(controlAt(slot)) == control) {
                damage.add(entryAt, "robust entry names lock " + lock + ", which the space does not have");
            }
        }
        long wait = memory.getLong(at + TaskLayout.WAIT);
        if (WaitWord.state(wait) > WaitWord.GRANTED || WaitWord.state(wait) < WaitWord.IDLE) {
            damage.add(at + TaskLayout.WAIT, "there is no wait state " + WaitWord.state(wait));
        }
        int lock = memory.getInt(at + TaskLayout.WAIT_LOCK);
        boolean queued = WaitWord.state(wait) == WaitWord.QUEUED && memory.getLong(at + TaskLayout.WAIT) == wait;
        if (queued && (lock < 0 || lock >= memory.layout().maxLocks())) {
            damage.add(at + TaskLayout.WAIT_LOCK, "waits for lock " + lock + ", which the space does not have");
        }
    }

    /** Raised before a slot is issued, so it is read after the slots. */
    private void checkHigh(List<TaskSnapshot> found, DamageList damage) {
        long at = memory.layout().coordinator() + CoordinatorLayout.TASK_HIGH;
        int high = memory.getInt(at);
        int last = found.isEmpty() ? -1 : found.getLast().slot();
        if (high < 0 || high > memory.layout().maxTasks() || last >= high) {
            damage.add(at, "says that slots from " + high + " on have never been issued");
        }
    }

    private long controlAt(int slot) {
        return memory.layout().task(slot) + TaskLayout.CONTROL;
    }
}
