package dev.tpfutex.core.mapped;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import dev.tpfutex.shm.linux.ProcFs;
import dev.tpfutex.shm.linux.ThreadState;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Guesses whether a thread of any process is on a processor, as {@code owner->on_cpu} tells the kernel (seed
 * 004): the state letter of its {@code stat} file, through a descriptor that the asker keeps while it asks
 * about the same thread. A thread that can't be seen (virtual, another pid namespace) counts as not running.
 */
final class RunningThreads {

    private record Watch(int slot, long control, ThreadState state) {}

    private final Port port;
    private final ProcessLiveness liveness;
    private final long pidNamespace = ProcFs.pidNamespace();
    private final AtomicReferenceArray<Watch> watches;

    RunningThreads(Port port, ProcessLiveness liveness) {
        this.port = port;
        this.liveness = liveness;
        this.watches = new AtomicReferenceArray<>(port.layout().maxTasks());
    }

    boolean looksRunning(int asker, int slot) {
        long control = port.getLong(port.layout().task(slot) + TaskLayout.CONTROL);
        Watch watch = watches.get(asker);
        if (watch == null || watch.slot() != slot || watch.control() != control) {
            forget(asker);
            watch = new Watch(slot, control, watch(slot, control));
            watches.set(asker, watch);
        }
        return watch.state() != null && watch.state().isRunning();
    }

    /** Whether the slot's process is stopped as a whole: state T (signal) or t (tracer) of its first thread. */
    boolean looksStopped(int slot) {
        int process = TaskControl.process(port.getLong(port.layout().task(slot) + TaskLayout.CONTROL));
        if (liveness.isOwn(process) || process >= port.layout().maxProcesses()) {
            return false;
        }
        long record = port.layout().process(process);
        if (port.getLong(record + ProcessLayout.PID_NAMESPACE) != pidNamespace) {
            return false;
        }
        ProcFs.ProcessStat stat = ProcFs.processStat(port.getInt(record + ProcessLayout.PID));
        return stat != null && (stat.state() == 'T' || stat.state() == 't');
    }

    void forget(int asker) {
        Watch watch = watches.get(asker) == null ? null : watches.getAndSet(asker, null);
        if (watch != null && watch.state() != null) {
            watch.state().close();
        }
    }

    private ThreadState watch(int slot, long control) {
        int process = TaskControl.process(control);
        int osTid = port.getInt(port.layout().task(slot) + TaskLayout.OS_TID);
        if (osTid == 0 || process >= port.layout().maxProcesses()) {
            return null;
        }
        long record = port.layout().process(process);
        if (port.getLong(record + ProcessLayout.PID_NAMESPACE) != pidNamespace) {
            return null;
        }
        return ThreadState.of(port.getInt(record + ProcessLayout.PID), osTid);
    }
}
