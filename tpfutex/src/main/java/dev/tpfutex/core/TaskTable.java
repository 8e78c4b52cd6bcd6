package dev.tpfutex.core;

import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Issues task slots, and finds those of a process. Thread-safe, across processes. */
public final class TaskTable {

    private final Port port;

    public TaskTable(Port port) {
        this.port = port;
    }

    /**
     * Issues a slot to a thread of {@code process}.
     *
     * @return its tid, or 0 if all slots are in use
     */
    public int allocate(int process, int osTid, byte[] name) {
        for (int slot = 0; slot < port.layout().maxTasks(); slot++) {
            long control = port.getLong(control(slot));
            if (TaskControl.state(control) != TaskControl.FREE || !isFree(slot, control)) {
                continue;
            }
            raiseHigh(slot + 1);
            int generation = Tid.nextGeneration(TaskControl.generation(control));
            long used = TaskControl.of(TaskControl.USED, process, generation);
            if (port.compareAndSetLong(control(slot), control, used)) {
                initialise(slot, osTid, name);
                return Tid.of(slot, generation);
            }
        }
        return 0;
    }

    /** Gives back the slot of a task that holds nothing and waits for nothing. */
    public void free(Task task) {
        long control = port.getLong(control(task.slot()));
        free(control, task.slot());
    }

    /** Ends a generation, unless somebody else has: the tid is gone from every word. */
    public void free(long control, int slot) {
        port.compareAndSetLong(
                control(slot), control, TaskControl.of(TaskControl.FREE, 0, TaskControl.generation(control)));
    }

    /** Has the shares of a dead task not be counted any more; false if its slot has been freed. */
    public boolean markDying(int tid) {
        long control = port.getLong(control(Tid.slot(tid)));
        if (!TaskControl.isIssued(control, tid)) {
            return false;
        }
        long dying = TaskControl.of(TaskControl.DYING, TaskControl.process(control), Tid.generation(tid));
        return control == dying || port.compareAndSetLong(control(Tid.slot(tid)), control, dying) || isIssued(tid);
    }

    /** The control word of a slot. */
    public long control(int slot) {
        return port.layout().task(slot) + TaskLayout.CONTROL;
    }

    /** What a slot says that is not issued; anything else is damage, and its tid may live on somewhere. */
    private boolean isFree(int slot, long control) {
        int generation = TaskControl.generation(control);
        boolean free = generation == 0
                ? control == 0 && isUnused(slot)
                : control == TaskControl.of(TaskControl.FREE, 0, generation) && generation <= Tid.MAX_GENERATION;
        if (!free && port.getLong(control(slot)) == control) {
            port.corrupt(control(slot), "neither issued nor free: " + Long.toHexString(control));
        }
        return free;
    }

    /** Whether a slot has never been issued: every thread has a name. */
    private boolean isUnused(int slot) {
        long base = port.layout().task(slot);
        return port.getInt(base + TaskLayout.NAME_LENGTH) == 0
                && port.getInt(base + TaskLayout.LIFE) == 0
                && port.getLong(base + TaskLayout.WAIT) == 0;
    }

    /** Slots from this index on have never been issued: whoever looks at all slots can stop here. */
    public int high() {
        int limit = port.layout().maxTasks();
        for (;;) {
            int high = port.getInt(highWord());
            boolean never = high == limit || high >= 0 && high < limit && port.getLong(control(high)) == 0;
            if (never) {
                return high;
            }
            // Unless it has just been issued, in which case the word was raised before.
            if (port.getInt(highWord()) == high) {
                port.corrupt(highWord(), "slots from " + high + " on are said never to have been issued");
                port.compareAndSetInt(highWord(), high, limit);
            }
        }
    }

    /** Before the slot is issued: nobody who looks at all slots may miss it. */
    private void raiseHigh(int high) {
        for (int seen = port.getInt(highWord()); seen < high; seen = port.getInt(highWord())) {
            port.compareAndSetInt(highWord(), seen, high);
        }
    }

    private long highWord() {
        return port.layout().coordinator() + CoordinatorLayout.TASK_HIGH;
    }

    /** Whether {@code tid} has been issued and not been cleaned up. */
    public boolean isIssued(int tid) {
        int slot = Tid.slot(tid);
        if (tid == 0 || slot >= port.layout().maxTasks()) {
            return false;
        }
        long control = port.getLong(control(slot));
        return TaskControl.isIssued(control, tid);
    }

    /**
     * Sees to it that a task of this process is still said to be issued to it.
     *
     * @param alive whether the task's thread is, asked after a look at the slot: then nobody has cleaned up after it
     */
    public void repair(int tid, int process, BooleanSupplier alive) {
        int slot = Tid.slot(tid);
        long issued = TaskControl.of(TaskControl.USED, process, Tid.generation(tid));
        long control = port.getLong(control(slot));
        if (control == issued || !alive.getAsBoolean()) {
            return;
        }
        port.corrupt(control(slot), "in use by thread " + Tid.describe(tid) + " of process " + process + ", but says "
                + Long.toHexString(control));
        if (!isPlausible(control)) {
            port.compareAndSetLong(control(slot), control, issued);
        }
    }

    /** Whether a control word can be one of a slot that is issued. */
    public boolean isPlausible(long control) {
        int process = TaskControl.process(control);
        int generation = TaskControl.generation(control);
        return TaskControl.isIssued(control)
                && control == TaskControl.of(TaskControl.state(control), process, generation)
                && generation >= 1
                && generation <= Tid.MAX_GENERATION
                && process < port.layout().maxProcesses()
                && ProcessControl.isInUse(port.getLong(port.layout().process(process) + ProcessLayout.CONTROL));
    }

    /** The process of an issued tid; -1 if it is not issued. */
    public int processOf(int tid) {
        return isIssued(tid) ? TaskControl.process(port.getLong(control(Tid.slot(tid)))) : -1;
    }

    /** Whether the thread of a slot, or the process that the slot is said to belong to, is known to be dead. */
    public boolean isKnownDead(int slot, int process) {
        return LifeWord.isMarked(port, slot) || process < port.layout().maxProcesses() && port.processDead(process);
    }

    /**
     * Calls back with the tid of each task that was issued to a process while its record's control word was
     * {@code control}. Stops when the record is another's: then somebody else has been through.
     */
    public void forEachOf(int process, long control, IntConsumer action) {
        long record = port.layout().process(process) + ProcessLayout.CONTROL;
        for (int slot = 0; slot < high(); slot++) {
            long task = port.getLong(control(slot));
            if (TaskControl.isIssued(task) && TaskControl.process(task) == process) {
                // Read in this order, the task is one of that generation: generations only grow.
                if (port.getLong(record) != control) {
                    return;
                }
                action.accept(Tid.of(slot, TaskControl.generation(task)));
            }
        }
    }

    /** The issuer clears what the last holder left: a cleaner that is late never writes into a slot. */
    private void initialise(int slot, int osTid, byte[] name) {
        long base = port.layout().task(slot);
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            port.putInt(base + TaskLayout.ENTRIES + (long) i * Integer.BYTES, 0);
        }
        port.putInt(base + TaskLayout.LIFE, 0);
        port.putInt(base + TaskLayout.OVERFLOW, 0);
        port.putInt(base + TaskLayout.OVERFLOW_PENDING, 0);
        port.putInt(base + TaskLayout.PRIORITY, 0);
        port.putLong(base + TaskLayout.LONG_WAIT, 0);
        for (long counter = TaskLayout.STEALS; counter <= TaskLayout.WAKE_UPS; counter += Long.BYTES) {
            port.putLong(base + counter, 0);
        }
        describe(slot, osTid, name);
    }

    /** Writes down for people which thread uses a slot. */
    public void describe(int slot, int osTid, byte[] name) {
        long base = port.layout().task(slot);
        int length = Math.min(name.length, TaskLayout.MAX_NAME);
        port.putInt(base + TaskLayout.NAME_LENGTH, 0);
        port.putBytes(base + TaskLayout.NAME, java.util.Arrays.copyOf(name, length));
        port.putInt(base + TaskLayout.NAME_LENGTH, length);
        port.putInt(base + TaskLayout.OS_TID, osTid);
    }
}
