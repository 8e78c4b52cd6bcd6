package dev.tpfutex.robust.attendant;

import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.shm.linux.Pidfd;
import dev.tpfutex.shm.linux.Poller;
import dev.tpfutex.shm.linux.ProcFs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
    private int unpolled;
    private boolean everybody;
    private int watchedMembership;

    DeathWatch(Port port, int self, Poller poller) {
        this.port = port;
        this.self = self;
        this.poller = poller;
        this.processes = new ProcessTable(port);
    }

    /** Watches every process but our own. Cheap while nobody joins or leaves. */
    void watchAll() {
        int membership = processes.membership();
        if (everybody && membership == watchedMembership) {
            return;
        }
        for (int process = 0; process < port.layout().maxProcesses(); process++) {
            watch(process);
        }
        // Not before: an error (no memory) may have left some out.
        everybody = true;
        watchedMembership = membership;
    }

    /** Watches one process and no other; none if it is negative. */
    void watchOnly(int process) {
        everybody = false;
        for (Integer other : List.copyOf(watched.keySet())) {
            if (other != process) {
                forget(other);
            }
        }
        if (process >= 0 && process < port.layout().maxProcesses()) {
            watch(process);
        }
    }

    /** Waits for news, a wake-up or the end of {@code millis}; the processes that seem to have died. */
    List<Integer> await(long millis) {
        int[] ready = poller.await(unpolled > 0 ? Math.min(millis, ASK_MILLIS) : millis);
        if (ready.length == 0 && unpolled == 0) {
            return List.of();
        }
        List<Integer> dead = new ArrayList<>();
        for (Integer process : watched.keySet()) {
            if (seemsDead(process, ready)) {
                dead.add(process);
            }
        }
        return dead;
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
            keep(process, control, open(processes.identity(process)));
        }
    }

    private void keep(int process, long control, int pidfd) {
        boolean kept = false;
        try {
            watched.put(process, new Watched(control, pidfd));
            if (pidfd == NOT_POLLED) {
                unpolled++;
            } else {
                poller.add(pidfd);
            }
            kept = true;
        } finally {
            if (!kept) {
                // No memory: the next look begins anew.
                watched.remove(process);
                Pidfd.close(pidfd);
            }
        }
    }

    private int open(ProcessIdentity identity) {
        if (identity.pidNamespace() != pidNamespace) {
            return NOT_POLLED;
        }
        int pidfd = Pidfd.open(identity.pid());
        boolean same = false;
        try {
            same = ProcFs.startTime(identity.pid()) == identity.startTime();
        } finally {
            if (!same) {
                Pidfd.close(pidfd);
            }
        }
        return same && pidfd >= 0 ? pidfd : NOT_POLLED;
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
                watched.replace(process, new Watched(known.control(), NOT_POLLED));
                unpolled++;
                return true;
            }
        }
        return false;
    }

    private void forget(int process) {
        Watched known = watched.remove(process);
        if (known.pidfd() == NOT_POLLED) {
            unpolled--;
        } else {
            poller.remove(known.pidfd());
            Pidfd.close(known.pidfd());
        }
    }
}
