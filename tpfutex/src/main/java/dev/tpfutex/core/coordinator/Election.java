package dev.tpfutex.core.coordinator;

import dev.tpfutex.core.CoordinatorLife;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;

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
        return port.getLong(ServingWord.at(port));
    }

    /**
     * Whether nobody serves: the place is empty, or its holder, or just the thread that coordinates, is known to be
     * dead. The thread is so long before its process.
     *
     * @param serving the serving word as seen before
     */
    public boolean isVacant(long serving) {
        int process = ServingWord.process(serving);
        return process < 0
                || process >= port.layout().maxProcesses()
                || !ProcessControl.isInUse(processes.control(process))
                || CoordinatorLife.isMarked(port, serving)
                || port.processDead(process);
    }

    /** Takes the place as seen in {@code seen}; the coordinator to run, or null if another was faster. */
    public Coordinator takeOver(long seen, int process) {
        // The doorbell has 31 bits for it; a damaged word may be beyond that.
        long mine = ServingWord.of(ServingWord.epoch(seen) + 1 & Integer.MAX_VALUE, process);
        CoordinatorLife.clear(port, process);
        if (!port.compareAndSetLong(ServingWord.at(port), seen, mine)) {
            return null;
        }
        return new Coordinator(port, mine);
    }

    /** Leaves the place, so that others need not find out. */
    public void resign(long mine) {
        long vacant = mine >>> Integer.SIZE << Integer.SIZE;
        port.compareAndSetLong(ServingWord.at(port), mine, vacant);
    }
}
