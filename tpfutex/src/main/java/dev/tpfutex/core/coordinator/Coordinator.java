package dev.tpfutex.core.coordinator;

import dev.tpfutex.core.Doorbell;
import dev.tpfutex.core.LifeWatch;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.Submissions;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.core.recovery.TaskRecovery;
import dev.tpfutex.shm.layout.CoordinatorLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One term of the coordinator: drains submissions, cleans up after the dead, promotes queue heads. Its queues
 * are a copy of what the task slots say, so a successor rebuilds them, and all that it writes is a
 * compare-and-exchange that fails or does no harm once another serves.
 *
 * <p>{@link #takeOffice}, {@link #cycle} and {@link #rest} belong to one thread at a time; {@link #noticeDeath} may be
 * called by any.
 */
public final class Coordinator {

    /** Returned by {@link #cycle}: another serves. */
    public static final long REPLACED = -1;

    /** The nap while locks with sleepers make progress: the rate at which sleepers are woken. */
    static final long NAP_NANOS = 200_000;

    /** Longest rest while anybody sleeps: the beat by which clients see that it lives. */
    static final long REST_NANOS = 50_000_000;

    /** Longest rest while a lock is just being handed to one of the dead: no news will come when that is done. */
    static final long BURIAL_NANOS = 1_000_000;

    private final Port port;
    private final long serving;
    private final int epoch;
    private final ProcessRecovery recovery;
    private final TaskRecovery taskRecovery;
    private final Map<Integer, LockQueue> queues = new TreeMap<>();
    private final Set<Integer> deaths = ConcurrentHashMap.newKeySet();
    private final Set<Integer> unburied = new HashSet<>();
    private long nap = NAP_NANOS;

    Coordinator(Port port, long serving) {
        this.port = port;
        this.serving = serving;
        this.epoch = ServingWord.epoch(serving);
        this.recovery = new ProcessRecovery(port);
        this.taskRecovery = new TaskRecovery(port);
    }

    /** The serving word of this term. */
    public long serving() {
        return serving;
    }

    /** Begins the term: has the first cycle look for the dead, and rebuilds the queues from the task slots. */
    public void takeOffice() {
        Doorbell.install(port, epoch);
        beat();
        ProcessTable processes = new ProcessTable(port);
        for (int process = 0; process < port.layout().maxProcesses(); process++) {
            if (processes.isInUse(process)) {
                deaths.add(process);
            }
        }
        int high = new TaskTable(port).high();
        for (int slot = 0; slot < high; slot++) {
            adopt(slot);
        }
    }

    /** Has the next cycle look whether a process is dead. */
    public void noticeDeath(int process) {
        deaths.add(process);
        Doorbell.ringSurely(port);
    }

    /** Looks around once; for how many nanoseconds to {@link #rest}, or {@link #REPLACED}. */
    public long cycle() {
        if (!isServing()) {
            return REPLACED;
        }
        beat();
        boolean progress = drain() | bury();
        long now = port.nanoTime();
        for (Iterator<LockQueue> i = queues.values().iterator(); i.hasNext();) {
            LockQueue queue = i.next();
            progress |= queue.serve(now);
            if (queue.isFinished()) {
                i.remove();
            }
        }
        return restAfter(progress);
    }

    /** Sleeps until there is something to do or {@code nanos} have passed. */
    public void rest(long nanos) {
        if (!Doorbell.isAwake(port, epoch) && isServing()) {
            // Not replaced: without this it would never sleep again.
            Doorbell.repair(port, epoch);
        }
        if (nanos < 2 * NAP_NANOS) {
            Doorbell.nap(port, epoch, nanos);
            return;
        }
        if (!Doorbell.fallAsleep(port, epoch)) {
            return;
        }
        List<LifeWatch> alive = new ArrayList<>();
        queues.values().forEach(queue -> queue.watch(alive));
        // Whoever has looked at the bell before it was marked has not rung: all that they ring for is looked at again.
        if (!isAnythingDue()) {
            Doorbell.sleep(port, epoch, nanos, alive);
        }
        Doorbell.wakeUp(port, epoch);
    }

    private boolean isAnythingDue() {
        if (!isServing() || Submissions.pending(port) || !deaths.isEmpty()) {
            return true;
        }
        for (LockQueue queue : queues.values()) {
            if (queue.isDue()) {
                return true;
            }
        }
        return false;
    }

    private long restAfter(boolean progress) {
        if (queues.isEmpty() && unburied.isEmpty()) {
            nap = NAP_NANOS;
            return Long.MAX_VALUE;
        }
        nap = progress ? NAP_NANOS : Math.min(nap * 2, unburied.isEmpty() ? REST_NANOS : BURIAL_NANOS);
        return nap;
    }

    private boolean isServing() {
        return port.getLong(ServingWord.at(port)) == serving;
    }

    private void beat() {
        long at = port.layout().coordinator() + CoordinatorLayout.BEAT;
        port.putLong(at, port.getLong(at) + 1);
    }

    private boolean drain() {
        boolean any = false;
        for (int i = 0; i < port.layout().submissionWords(); i++) {
            for (long bits = Submissions.take(port, i); bits != 0; bits &= bits - 1) {
                any |= adopt(i * Long.SIZE + Long.numberOfTrailingZeros(bits));
            }
        }
        return any;
    }

    private boolean bury() {
        boolean any = false;
        unburied.addAll(deaths);
        for (Iterator<Integer> i = unburied.iterator(); i.hasNext();) {
            Integer process = i.next();
            // Taken back first: a death that is noticed from here on is looked at again.
            deaths.remove(process);
            ProcessRecovery.Outcome outcome = recovery.recoverIfDead(process);
            any |= outcome == ProcessRecovery.Outcome.RECOVERED;
            if (outcome != ProcessRecovery.Outcome.INCOMPLETE) {
                i.remove();
            }
        }
        return any;
    }

    /** Takes what a slot says about its wait into the queue of its lock; false if that is nothing new. */
    private boolean adopt(int slot) {
        if (slot >= port.layout().maxTasks()) {
            return false;
        }
        long base = port.layout().task(slot);
        long wait = port.getLong(base + TaskLayout.WAIT);
        if (WaitWord.state(wait) == WaitWord.IDLE) {
            return false;
        }
        int lock = port.getInt(base + TaskLayout.WAIT_LOCK);
        if (lock < 0 || lock >= port.layout().maxLocks()) {
            port.corrupt(base + TaskLayout.WAIT_LOCK, "task slot waits for lock " + lock);
            return false;
        }
        LockQueue queue = queues.computeIfAbsent(lock, index -> new LockQueue(port, index, taskRecovery));
        boolean shared = port.getInt(base + TaskLayout.WAIT_MODE) == TaskLayout.MODE_SHARED;
        return queue.add(new Waiter(
                slot,
                WaitWord.ticket(wait),
                port.getInt(base + TaskLayout.PRIORITY),
                port.getLong(base + TaskLayout.ENQUEUED) - queue.preference(shared),
                shared));
    }
}
