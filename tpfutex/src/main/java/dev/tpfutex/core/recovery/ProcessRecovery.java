package dev.tpfutex.core.recovery;

import dev.tpfutex.core.LifeWord;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.OwnerDeath;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessTable;
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
        processes.free(process, control);
        return Outcome.RECOVERED;
    }

    @Override
    public void cleanIfDead(int tid) {
        int process = tasks.processOf(tid);
        boolean known = process >= 0 && process < port.layout().maxProcesses();
        if (known && (LifeWord.isMarked(port, Tid.slot(tid)) || port.processDead(process))) {
            taskRecovery.clean(tid);
        }
    }

    private boolean cleanTasks(int process, long control) {
        boolean[] done = {true};
        tasks.forEachOf(process, control, tid -> done[0] &= taskRecovery.clean(tid));
        return done[0];
    }
}
