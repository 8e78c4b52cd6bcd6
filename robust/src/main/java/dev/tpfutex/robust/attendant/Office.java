package dev.tpfutex.robust.attendant;

import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.robust.observe.Observers;
import dev.tpfutex.robust.space.Role;
import dev.tpfutex.shm.linux.RobustFutex;

/**
 * The office of the coordinator, as seen by one process: whether it should take it, and the thread that runs it while it
 * is held here. Used by the attendant's thread, where it is not said otherwise.
 */
final class Office {

    private static final int NONE = -1;

    private final MappedPort port;
    private final int process;
    private final Role role;
    private final Observers observers;
    private final Runnable over;
    private final Election election;
    private final ProcessTable processes;
    private final ProcessRecovery recovery;
    private boolean prepared;
    private volatile CoordinatorHost host;
    private volatile int suspectedEpoch = NONE;

    /**
     * Not sought yet.
     *
     * @param process this process's record
     * @param over called by the coordinator's thread when it has come to its end
     */
    Office(MappedPort port, int process, Role role, Observers observers, Runnable over) {
        this.port = port;
        this.process = process;
        this.role = role;
        this.observers = observers;
        this.over = over;
        this.election = new Election(port);
        this.processes = new ProcessTable(port);
        this.recovery = new ProcessRecovery(port);
    }

    /** The word that says who holds it, and in which epoch. */
    long serving() {
        return election.serving();
    }

    /** Whether it is held here. Callable by any thread. */
    boolean isHeld() {
        CoordinatorHost current = host;
        return current != null && !current.isOver();
    }

    /** The holder in an epoch was silent, or is dead: it is to be taken over. Callable by any thread. */
    void suspect(int epoch) {
        suspectedEpoch = epoch;
    }

    /** Tells the coordinator, if it is here, that a process may have died. Callable by any thread. */
    void noticeDeath(int deadProcess) {
        CoordinatorHost current = host;
        if (current != null) {
            current.coordinator().noticeDeath(deadProcess);
        }
    }

    /** Has the coordinator's thread run something, if there is one; else this one does. */
    void give(Runnable sign) {
        CoordinatorHost current = host;
        if (current == null) {
            sign.run();
        } else {
            current.awaitSign(sign);
        }
    }

    /** Takes the office if it is to be taken. */
    void seek() {
        prepare();
        if (host != null && host.isOver()) {
            host = null;
        }
        long serving = election.serving();
        if (host != null || !shouldTakeOver(serving)) {
            return;
        }
        // What the former host held is what most are waiting for: at once, whoever becomes its successor.
        observers.deathNoticed(ServingWord.process(serving));
        recovery.recoverIfDead(ServingWord.process(serving));
        Coordinator coordinator = election.takeOver(serving, process);
        if (coordinator != null) {
            host(coordinator);
        }
    }

    /** What takes long at the first time: before it may be a matter of milliseconds. */
    private void prepare() {
        if (!prepared) {
            prepared = true;
            RobustFutex.prepare();
        }
    }

    private boolean shouldTakeOver(long serving) {
        int holder = ServingWord.process(serving);
        if (election.isVacant(serving)) {
            return true;
        }
        if (holder == process) {
            // A coordinator of ours that has ended without resigning.
            return true;
        }
        return suspectedEpoch == ServingWord.epoch(serving) || role.daemon() && !processes.identity(holder).daemon();
    }

    private void host(Coordinator coordinator) {
        CoordinatorHost fresh = new CoordinatorHost(port, coordinator, observers, over);
        try {
            fresh.start();
            host = fresh;
        } catch (Throwable failure) {
            // No thread, no memory: somebody else may do better.
            election.resign(coordinator.serving());
            throw failure;
        }
    }

    /** Gives it up, if it is held here, and waits for the end of the coordinator's thread. */
    void leave() {
        CoordinatorHost current = host;
        if (current != null) {
            election.resign(current.coordinator().serving());
            current.stop();
        }
    }
}
