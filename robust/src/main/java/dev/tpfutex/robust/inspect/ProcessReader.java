package dev.tpfutex.robust.inspect;

import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.shm.SpaceView;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.linux.ProcFs;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads the process records, and asks the kernel who of them lives. */
final class ProcessReader {

    private static final int ATTEMPTS = 3;

    private final SpaceView view;
    private final SpaceMemory memory;
    private final long ownNamespace = ProcFs.pidNamespace();
    private final UUID ownBoot = ProcFs.bootId();

    ProcessReader(SpaceView view, SpaceMemory memory) {
        this.view = view;
        this.memory = memory;
    }

    List<ProcessSnapshot> readAll(DamageList damage) {
        List<ProcessSnapshot> found = new ArrayList<>();
        for (int index = 0; index < memory.layout().maxProcesses(); index++) {
            ProcessSnapshot process = read(index);
            if (process != null) {
                found.add(process);
            } else {
                check(index, damage);
            }
        }
        return found;
    }

    /** The process of a record; null if the record is not in use, or changes hands all the time. */
    ProcessSnapshot read(int index) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long control = control(index);
            if (!ProcessControl.isInUse(control)) {
                return null;
            }
            ProcessSnapshot process = read(index, control);
            if (control(index) == control) {
                return process;
            }
        }
        return null;
    }

    private ProcessSnapshot read(int index, long control) {
        long at = memory.layout().process(index);
        int pid = memory.getInt(at + ProcessLayout.PID);
        long startTime = memory.getLong(at + ProcessLayout.START_TIME);
        UUID boot = new UUID(
                memory.getLong(at + ProcessLayout.BOOT_ID),
                memory.getLong(at + ProcessLayout.BOOT_ID + Long.BYTES));
        long namespace = memory.getLong(at + ProcessLayout.PID_NAMESPACE);
        return new ProcessSnapshot(
                index,
                ProcessControl.generation(control),
                pid,
                memory.getInt(at + ProcessLayout.UID),
                startTime,
                boot,
                namespace,
                namespace != ownNamespace,
                memory.getInt(at + ProcessLayout.ROLE) == ProcessLayout.ROLE_DAEMON,
                memory.text(at + ProcessLayout.COMMAND_LENGTH, at + ProcessLayout.COMMAND, ProcessLayout.MAX_COMMAND),
                state(at, pid, startTime, boot, namespace));
    }

    private LifeState state(long at, int pid, long startTime, UUID boot, long namespace) {
        ProcFs.ProcessStat stat = namespace == ownNamespace ? ProcFs.processStat(pid) : null;
        boolean seen = stat != null && stat.startTime() == startTime;
        if (isDead(at, boot, namespace, seen)) {
            return LifeState.DEAD;
        }
        return seen && (stat.state() == 'T' || stat.state() == 't') ? LifeState.STOPPED : LifeState.ALIVE;
    }

    /** The kernel's lock on the record decides, as it does for the library. */
    private boolean isDead(long at, UUID boot, long namespace, boolean seen) {
        try {
            return !view.isRecordHeld(at);
        } catch (IllegalStateException kernelCannotTell) {
            return !boot.equals(ownBoot) || namespace == ownNamespace && !seen;
        }
    }

    private void check(int index, DamageList damage) {
        long control = control(index);
        boolean free = (int) control == 0;
        if (!free && !ProcessControl.isInUse(control)) {
            damage.add(
                    memory.layout().process(index) + ProcessLayout.CONTROL,
                    "neither free nor in use: 0x" + Long.toHexString(control));
        }
    }

    private long control(int index) {
        return memory.getLong(memory.layout().process(index) + ProcessLayout.CONTROL);
    }
}
