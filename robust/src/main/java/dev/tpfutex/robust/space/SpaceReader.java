package dev.tpfutex.robust.space;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.LongWait;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.robust.monitor.LockReading;
import dev.tpfutex.robust.monitor.SpaceReadings;
import dev.tpfutex.robust.mutex.LockView;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.DescriptorLayout;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads all numbers of a space; nothing here writes. Thread-safe. */
final class SpaceReader {

    private final Port port;
    private final SpaceLayout layout;
    private final int process;
    private final TaskTable tasks;
    private final ProcessTable processes;

    /** A name never changes. */
    private final Map<Integer, String> names = new ConcurrentHashMap<>();

    private final Observers observers;

    SpaceReader(Port port, int process, Observers observers) {
        this.port = port;
        this.layout = port.layout();
        this.process = process;
        this.observers = observers;
        this.tasks = new TaskTable(port);
        this.processes = new ProcessTable(port);
    }

    SpaceReadings read() {
        int[] queued = new int[layout.maxLocks()];
        int usedTasks = readTasks(queued);
        List<LockReading> locks = new ArrayList<>();
        int usedLocks = readLocks(queued, locks);
        long serving = port.getLong(ServingWord.at(port));
        return new SpaceReadings(
                ServingWord.epoch(serving),
                port.getLong(layout.coordinator() + CoordinatorLayout.BEAT),
                LongWait.deadlocks(port),
                ServingWord.process(serving) == process,
                usedLocks,
                layout.maxLocks(),
                usedTasks,
                layout.maxTasks(),
                usedProcesses(),
                layout.maxProcesses(),
                locks);
    }

    /** How many slots are issued; adds to each lock those who queue for it. */
    private int readTasks(int[] queued) {
        int used = 0;
        int high = tasks.high();
        for (int slot = 0; slot < high; slot++) {
            long base = layout.task(slot);
            if (!TaskControl.isIssued(port.getLong(base + TaskLayout.CONTROL))) {
                continue;
            }
            used++;
            if (WaitWord.state(port.getLong(base + TaskLayout.WAIT)) == WaitWord.QUEUED) {
                int lock = port.getInt(base + TaskLayout.WAIT_LOCK);
                if (lock >= 0 && lock < queued.length) {
                    queued[lock]++;
                }
            }
        }
        return used;
    }

    /**
     * How many records have a name; adds those that can be found by it. A new name gets the first free record, and a
     * process makes one at a time: so many free ones in a row, and there are no more.
     */
    private int readLocks(int[] queued, List<LockReading> found) {
        int used = 0;
        int free = 0;
        for (int lock = 0; lock < layout.maxLocks() && free <= layout.maxProcesses(); lock++) {
            int state = port.getInt(layout.descriptor(lock) + DescriptorLayout.STATE);
            if (state == DescriptorLayout.FREE) {
                free++;
                continue;
            }
            used++;
            free = 0;
            if (state == DescriptorLayout.LINKED) {
                found.add(readLock(lock, queued[lock]));
            }
        }
        return used;
    }

    private LockReading readLock(int index, int queued) {
        Lock lock = new Lock(layout, index);
        LockView view = new LockView(port, lock);
        return new LockReading(
                index,
                names.computeIfAbsent(index, observers::nameOf),
                port.getInt(lock.kind()) == LockLayout.KIND_RWLOCK,
                queued + topWaiters(lock),
                view.consistency(),
                view.statistics());
    }

    /** 1 if somebody is in the role to wait, not as the upgradable reader or since it has just got the lock. */
    private int topWaiters(Lock lock) {
        long top = port.getLong(lock.top());
        int tid = TopWord.tid(top);
        boolean waits = tid != 0
                && !TopWord.has(top, TopWord.UPGRADABLE)
                && tid != FutexWord.tid(port.getLong(lock.word()));
        return waits ? 1 : 0;
    }

    private int usedProcesses() {
        int used = 0;
        for (int index = 0; index < layout.maxProcesses(); index++) {
            if (ProcessControl.isInUse(processes.control(index))) {
                used++;
            }
        }
        return used;
    }
}
