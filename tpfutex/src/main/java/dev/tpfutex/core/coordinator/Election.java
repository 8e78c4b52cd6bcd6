package dev.tpfutex.core.coordinator;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.shm.layout.CoordinatorLayout;

/**
 * Who coordinates a space: one word, {@code epoch << 32 | process index + 1}, changed by compare-and-exchange,
 * each time with a higher epoch. There is no term of office: whoever is known dead, or was silent while
 * others waited, or is embedded while a daemon offers itself, is replaced; it notices at its next cycle, and
 * what it does until then is harmless.
 */
public final class Election {

    private final Port port;
    private final ProcessTable processes;

    public Election(Port port) {
        this.port = port;
        this.processes = new ProcessTable(port);
    }

    /** The serving word. */
    public long serving() {
        return port.getLong(port.layout().coordinator() + CoordinatorLayout.SERVING);
    }

    public static int epoch(long serving) {
        return (int) (serving >>> Integer.SIZE);
    }

    /** Index of the serving process, -1 = nobody. */
    public static int process(long serving) {
        return (int) serving - 1;
    }

    /** Whether nobody serves: the place is empty or its holder is known to be dead. */
    public boolean isVacant() {
        int process = process(serving());
        return process < 0
                || process >= port.layout().maxProcesses()
                || !ProcessControl.isInUse(processes.control(process))
                || port.processDead(process);
    }

    /** Takes the place as seen in {@code seen}; the coordinator to run, or null if another was faster. */
    public Coordinator takeOver(long seen, int process) {
        // The doorbell has 31 bits for it; a damaged word may be beyond that.
        int epoch = epoch(seen) + 1 & Integer.MAX_VALUE;
        long mine = (long) epoch << Integer.SIZE | process + 1;
        if (!port.compareAndSetLong(port.layout().coordinator() + CoordinatorLayout.SERVING, seen, mine)) {
            return null;
        }
        return new Coordinator(port, mine);
    }

    /** Leaves the place, so that others need not find out. */
    public void resign(long mine) {
        long vacant = mine >>> Integer.SIZE << Integer.SIZE;
        port.compareAndSetLong(port.layout().coordinator() + CoordinatorLayout.SERVING, mine, vacant);
    }
}
