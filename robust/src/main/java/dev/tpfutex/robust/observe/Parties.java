package dev.tpfutex.robust.observe;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.Readers;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.Tid;
import dev.tpfutex.robust.monitor.LockThread;
import dev.tpfutex.robust.monitor.Term;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Says who is meant by a number in the file. Everything is read with suspicion. */
public final class Parties {

    private final Port port;
    private final ProcessTable processes;

    public Parties(Port port) {
        this.port = port;
        this.processes = new ProcessTable(port);
    }

    /** The tid of who has a lock, 0 if nobody has; a reader's only if {@code readers}, which takes a while. */
    int holder(Lock lock, boolean readers) {
        long word = port.getLong(lock.word());
        if (!readers || !FutexWord.isShared(word)) {
            return FutexWord.tid(word);
        }
        int[] found = {0};
        Readers.forEach(port, lock, tid -> found[0] = tid);
        return found[0];
    }

    /** Process id of the JVM of a tid, 0 if it is not known. */
    int pid(int tid) {
        int process = processOf(tid);
        return process < 0 ? 0 : port.getInt(port.layout().process(process) + ProcessLayout.PID);
    }

    /** Name of the thread that has, or last had, a tid; empty if the slot is another's by now. */
    String threadName(int tid) {
        if (!isNewestOfItsSlot(tid)) {
            return "";
        }
        long base = port.layout().task(Tid.slot(tid));
        int length = Math.clamp(port.getInt(base + TaskLayout.NAME_LENGTH), 0, TaskLayout.MAX_NAME);
        String name = new String(port.getBytes(base + TaskLayout.NAME, length), StandardCharsets.UTF_8);
        return isNewestOfItsSlot(tid) ? name : "";
    }

    /** The thread that has a tid; empty if nobody has. */
    public Optional<LockThread> thread(int tid) {
        int pid = pid(tid);
        return pid == 0 ? Optional.empty() : Optional.of(new LockThread(pid, threadName(tid)));
    }

    /** The coordinator that a serving word names; empty if it names none. */
    public Optional<Term> term(long serving, int ownProcess) {
        int process = ServingWord.process(serving);
        if (process < 0 || process >= port.layout().maxProcesses()) {
            return Optional.empty();
        }
        ProcessIdentity host = processes.identity(process);
        return Optional.of(new Term(
                ServingWord.epoch(serving),
                host.pid(),
                new String(host.command(), StandardCharsets.UTF_8),
                host.daemon(),
                process == ownProcess));
    }

    /** The process that a tid is issued to, -1 if it is not. */
    private int processOf(int tid) {
        long control = control(tid);
        int process = TaskControl.process(control);
        boolean his = tid != 0 && TaskControl.isIssued(control, tid) && process < port.layout().maxProcesses();
        return his ? process : -1;
    }

    /** Whether the slot has not been issued to another since: what it says of its thread stays when that is gone. */
    private boolean isNewestOfItsSlot(int tid) {
        return tid != 0 && TaskControl.generation(control(tid)) == Tid.generation(tid);
    }

    private long control(int tid) {
        int slot = Tid.slot(tid);
        return slot < port.layout().maxTasks() ? port.getLong(port.layout().task(slot) + TaskLayout.CONTROL) : 0;
    }
}
