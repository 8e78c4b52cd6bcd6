package dev.tpfutex.core.recovery;

import dev.tpfutex.core.LifeWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.LostOwner;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.OwnerDeath;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;

/** Cleans up after dead processes: all their tasks, their half-done insertion, and last their record. */
public final class ProcessRecovery implements OwnerDeath {

    private final Port port;
    private final TaskTable tasks;
    private final ProcessTable processes;
    private final TaskRecovery taskRecovery;
    private final NameIndex names;

    public ProcessRecovery(Port port) {
        this.port = port;
        this.tasks = new TaskTable(port);
        this.processes = new ProcessTable(port);
        this.taskRecovery = new TaskRecovery(port);
        this.names = new NameIndex(port);
    }

    /** What has become of a process record. */
    public enum Outcome {
        /** Nobody is registered there, or somebody who lives. */
        NOTHING_TO_DO,
        /** Cleaned up. */
        RECOVERED,
        /** A lock is just being handed to one of the dead: to be called again soon. */
        INCOMPLETE
    }

    /** Cleans up after the process of a record if it is known to be dead; there may be no such record. */
    public Outcome recoverIfDead(int process) {
        if (process < 0 || process >= port.layout().maxProcesses()) {
            return Outcome.NOTHING_TO_DO;
        }
        long control = processes.control(process);
        if (!ProcessControl.isInUse(control) || !port.processDead(process)) {
            return Outcome.NOTHING_TO_DO;
        }
        if (!cleanTasks(process, control)) {
            return Outcome.INCOMPLETE;
        }
        names.undo(process, control);
        if (processes.free(process, control)) {
            port.cleanedUp(process);
        }
        return Outcome.RECOVERED;
    }

    /**
     * Cleans up after tasks that are said to belong to a process that is only now being registered. There are none,
     * unless somebody has damaged the record of a former process before it was cleaned up after.
     */
    public void cleanBefore(int process) {
        tasks.forEachOf(process, processes.control(process), tid -> {
            reportOrphan(tid);
            taskRecovery.clean(tid);
        });
    }

    private void reportOrphan(int tid) {
        port.corrupt(tasks.control(Tid.slot(tid)), "belongs to a process that is no longer registered");
    }

    @Override
    public void cleanIfDead(Lock lock, int owner) {
        if (owner == 0) {
            return;
        }
        int process = processOf(owner);
        if (process >= 0) {
            if (tasks.isKnownDead(Tid.slot(owner), process)) {
                taskRecovery.clean(owner);
            }
        } else if (isDeadOrphan(owner)) {
            releaseOrphan(owner);
        } else {
            releaseNobodys(lock, owner);
        }
    }

    /** Whether a slot is issued to this tid, but its process is not registered, and is known to be dead all the same. */
    private boolean isDeadOrphan(int tid) {
        int slot = Tid.slot(tid);
        // Looked at once: the slot may be freed meanwhile, and there is no process -1 to ask about.
        int process = tasks.processOf(tid);
        return process >= 0 && !LifeWord.isTied(port, slot) && tasks.isKnownDead(slot, process);
    }

    /** The slot stays issued: if it is what it says of its process that is damaged, that lives, and will put it right. */
    private void releaseOrphan(int tid) {
        reportOrphan(tid);
        taskRecovery.release(tid);
    }

    /** The registered process that a tid is issued to, -1 if there is none. */
    private int processOf(int tid) {
        int slot = Tid.slot(tid);
        if (slot >= port.layout().maxTasks()) {
            return -1;
        }
        long control = port.getLong(tasks.control(slot));
        boolean known = TaskControl.generation(control) == Tid.generation(tid) && tasks.isPlausible(control);
        return known ? TaskControl.process(control) : -1;
    }

    /** A tid stays issued while a lock has it, so either the lock's word is damaged or what says who has the tid. */
    private void releaseNobodys(Lock lock, int owner) {
        if (mayStillBeAlive(lock, owner)) {
            return;
        }
        if (LostOwner.release(port, lock, owner)) {
            port.corrupt(lock.word(), "the owner " + Tid.describe(owner) + " is nobody; the lock is freed");
            taskRecovery.wakeTop(lock);
        }
    }

    /** Whether only the slot's control word may be damaged: its process will put that right. */
    private boolean mayStillBeAlive(Lock lock, int owner) {
        int slot = Tid.slot(owner);
        if (slot >= port.layout().maxTasks()) {
            return false;
        }
        long control = port.getLong(tasks.control(slot));
        boolean plausible = tasks.isPlausible(control)
                || control == TaskControl.of(TaskControl.FREE, 0, Math.max(1, TaskControl.generation(control)));
        return !plausible && LifeWord.isTied(port, slot) && taskRecovery.lists(slot, lock.index());
    }

    private boolean cleanTasks(int process, long control) {
        boolean[] done = {true};
        tasks.forEachOf(process, control, tid -> done[0] &= taskRecovery.clean(tid));
        return done[0];
    }
}
