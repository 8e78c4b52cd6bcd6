package dev.tpfutex.robust.observe;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.robust.monitor.CleanUp;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long it takes to clean up after a process, from the first news of its death on. Thread-safe. */
final class CleanUps {

    /** News this old was wrong: the process went on to live. */
    private static final long OLD_NANOS = 10_000_000_000L;

    private record Notice(int generation, long at) {}

    private final Port port;
    private final ProcessTable processes;
    private final Map<Integer, Notice> notices = new ConcurrentHashMap<>();

    CleanUps(Port port) {
        this.port = port;
        this.processes = new ProcessTable(port);
    }

    /** The process of a record seems to have died; there may be no such record. */
    void notice(int process) {
        if (process < 0 || process >= port.layout().maxProcesses()) {
            return;
        }
        long control = processes.control(process);
        if (ProcessControl.isInUse(control)) {
            Notice fresh = new Notice(ProcessControl.generation(control), port.nanoTime());
            notices.merge(process, fresh, (known, news) -> isStill(known, news) ? known : news);
        }
    }

    private static boolean isStill(Notice known, Notice news) {
        return known.generation() == news.generation() && news.at() - known.at() < OLD_NANOS;
    }

    /** This JVM has just freed the record of a dead process; the record still says whose it was. */
    CleanUp end(int process) {
        ProcessIdentity dead = processes.identity(process);
        Notice first = notices.remove(process);
        boolean known = first != null && first.generation() == ProcessControl.generation(processes.control(process));
        long nanos = known ? port.nanoTime() - first.at() : 0;
        return new CleanUp(dead.pid(), new String(dead.command(), StandardCharsets.UTF_8), nanos);
    }
}
