package dev.tpfutex.robust.attendant;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.shm.linux.Pidfd;
import dev.tpfutex.shm.linux.Poller;
import dev.tpfutex.shm.linux.ProcFs;
import java.util.HashMap;
import java.util.Map;

/**
 * Hears of deaths: by pidfd at once, and for processes that can't have one (another pid namespace, another boot)
 * by asking the kernel's lock again and again. What is heard is a reason to look, not a verdict. Used by one
 * thread.
 */
final class DeathWatch {

    /** How often to ask about processes without a pidfd. */
    private static final long ASK_MILLIS = 20;

    private static final int NOT_POLLED = -1;

    private record Watched(long control, int pidfd) {}

    private final Port port;
    private final int self;
    private final Poller poller;
    private final ProcessTable processes;
    private final long pidNamespace = ProcFs.pidNamespace();
    private final Map<Integer, Watched> watched = new HashMap<>();

    DeathWatch(Port port, int self, Poller poller) {
        this.port = port;
        this.self = self;
        this.poller = poller;
        this.processes = new ProcessTable(port);
    }

    /** Watches every process but our own. */
    void watchAll() {
        for (int process = 0; process < port.layout().maxProcesses(); process++) {
            watch(process);
        }
    }

    /** Watches one process and no other; none if it is negative. */
    void watchOnly(int process) {
        for (Integer other : watched.keySet().toArray(Integer[]::new)) {
            if (other != process) {
                forget(other);
            }
        }
        if (process >= 0 && process < port.layout().maxProcesses()) {
            watch(process);
        }
    }

    /** Waits for news, a wake-up or the end of {@code millis}; the processes that seem to have died. */
    int[] await(long millis) {
        boolean asking = watched.values().stream().anyMatch(w -> w.pidfd() == NOT_POLLED);
        int[] ready = poller.await(asking ? Math.min(millis, ASK_MILLIS) : millis);
        return watched.keySet().stream()
                .mapToInt(Integer::intValue)
                .filter(process -> seemsDead(process, ready))
                .toArray();
    }

    void close() {
        watchOnly(-1);
    }

    private void watch(int process) {
        long control = processes.control(process);
        Watched known = watched.get(process);
        if (known != null && known.control() != control) {
            forget(process);
            known = null;
        }
        if (known == null && process != self && ProcessControl.isInUse(control)) {
            int pidfd = open(processes.identity(process));
            watched.put(process, new Watched(control, pidfd));
            if (pidfd != NOT_POLLED) {
                poller.add(pidfd);
            }
        }
    }

    private int open(ProcessIdentity identity) {
        if (identity.pidNamespace() != pidNamespace) {
            return NOT_POLLED;
        }
        int pidfd = Pidfd.open(identity.pid());
        if (pidfd >= 0 && ProcFs.startTime(identity.pid()) != identity.startTime()) {
            Pidfd.close(pidfd);
            return NOT_POLLED;
        }
        return pidfd >= 0 ? pidfd : NOT_POLLED;
    }

    private boolean seemsDead(int process, int[] ready) {
        Watched known = watched.get(process);
        if (known.pidfd() == NOT_POLLED) {
            return port.processDead(process);
        }
        for (int fd : ready) {
            if (fd == known.pidfd()) {
                // Asked about from now on: the kernel's lock may outlive the process by an inherited descriptor.
                poller.remove(fd);
                Pidfd.close(fd);
                watched.put(process, new Watched(known.control(), NOT_POLLED));
                return true;
            }
        }
        return false;
    }

    private void forget(int process) {
        Watched known = watched.remove(process);
        if (known.pidfd() != NOT_POLLED) {
            poller.remove(known.pidfd());
            Pidfd.close(known.pidfd());
        }
    }
}
