package dev.tpfutex.model.search;

import dev.tpfutex.core.CoordinatorLife;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.core.recovery.ProcessRecovery;
import java.lang.reflect.Field;

/** The code of actors: production code, and as little around it as possible. */
final class Scripts {

    private static final int FIRST_OS_TID = 2000;

    private Scripts() {}

    private static void tell(SearchPort port, int event, long value, String text) {
        port.perform(Op.Kind.EVENT, -1, event, value, text);
    }

    private static int choose(SearchPort port, int ways) {
        return (int) port.perform(Op.Kind.CHOOSE, -1, ways, 0, null);
    }

    /** A client. */
    static void work(SearchPort port, Lock lock, Behaviour behaviour, boolean hasReaders, int process,
            int tid) {
        TaskTable tasks = new TaskTable(port);
        int mine = tid;
        if (mine == 0) {
            // A newcomer: comes when the first slot has been freed.
            port.perform(Op.Kind.AWAIT, tasks.control(0), Scenario.firstControl(), 0, null);
            mine = tasks.allocate(process, 0, new byte[0]);
            if (mine == 0) {
                return;
            }
            tell(port, Events.ISSUED, mine, null);
        }
        Task task = new Task(port, mine, null);
        TpFutex futex = new TpFutex(port, new ProcessRecovery(port));
        FutexMutex mutex = new FutexMutex(port, futex, lock);
        FutexRwLock readers = hasReaders ? new FutexRwLock(port, futex, lock) : null;
        for (int round = 0; round < behaviour.rounds(); round++) {
            Hold hold = mutex.prepare(task);
            Fiber.showHeap(() -> HeapPicture.of(hold) + HeapPicture.field(task, "ticket"));
            if (behaviour.isStranger()) {
                tell(port, Events.UNLOCKED_BY_STRANGER, futex.unlock(task, lock), null);
            }
            if (readers == null) {
                lockAndUnlock(port, mutex, hold, behaviour);
            } else {
                new ReadScripts(port, mutex, readers, hold, behaviour).round();
            }
            if (hold.count() == 0 && task.isIdle()) {
                String memory = round + "/" + HeapPicture.field(task, "ticket") + HeapPicture.of(hold);
                port.perform(Op.Kind.RESET, -1, 0, 0, memory);
            }
        }
        tasks.free(task);
    }

    private static void lockAndUnlock(SearchPort port, FutexMutex mutex, Hold hold, Behaviour behaviour) {
        long deadline = behaviour.timeout() < 0 ? Long.MAX_VALUE : port.nanoTime() + behaviour.timeout();
        int result = mutex.lock(hold, deadline, behaviour.isInterruptible());
        if (tellLocked(port, result, (behaviour.isInterruptible() ? "i" : "-") + deadline)) {
            leave(port, mutex, hold, behaviour, result);
        }
    }

    /** Whether the client owns the lock. */
    static boolean tellLocked(SearchPort port, int result, String terms) {
        tell(port, Events.LOCKED, result < 0 ? result : result & 0xffff, terms);
        return result >= 0;
    }

    /** The owner repairs if need be, spends some time and unlocks. */
    static void leave(SearchPort port, FutexMutex mutex, Hold hold, Behaviour behaviour, int status) {
        boolean repaired = repair(port, mutex, hold, status);
        nap(port, behaviour);
        boolean keepMark = !repaired && choose(port, 2) == 0;
        tell(port, Events.UNLOCKING, 0, null);
        int woken = keepMark ? mutex.unlockUnrepaired(hold) : mutex.unlock(hold);
        tell(port, Events.UNLOCKED, woken, repaired || keepMark ? null : "unrepaired");
    }

    /** Whether there is nothing to repair, or it has been done. */
    static boolean repair(SearchPort port, FutexMutex mutex, Hold hold, int status) {
        boolean repaired = !Status.ownerDied(status) || choose(port, 2) == 0;
        if (Status.ownerDied(status) && repaired) {
            mutex.markConsistent(hold);
            tell(port, Events.MARKED_CONSISTENT, 0, null);
        }
        return repaired;
    }

    static void nap(SearchPort port, Behaviour behaviour) {
        if (behaviour.isSlow()) {
            port.perform(Op.Kind.SLEEP, Cells.CLOCK, port.nanoTime(), behaviour.nap(), null);
        }
    }

    /** A process that coordinates. */
    static void coordinate(SearchPort port, int host, int process, boolean tied) {
        Election election = new Election(port);
        Coordinator coordinator;
        do {
            coordinator = election.takeOver(election.serving(), process);
        } while (coordinator == null);
        shareDeaths(coordinator, port, host);
        port.perform(Op.Kind.STORE, Cells.elected(host), 1, 0, null);
        coordinator.takeOffice();
        long nanos = coordinator.cycle();
        if (tied) {
            port.putInt(CoordinatorLife.at(port, process), FIRST_OS_TID + process);
        }
        while (nanos != Coordinator.REPLACED) {
            coordinator.rest(nanos);
            port.perform(Op.Kind.RESET, -1, 0, 0, HeapPicture.of(coordinator));
            nanos = coordinator.cycle();
        }
        if (tied) {
            port.putInt(CoordinatorLife.at(port, process), 0);
        }
    }

    /** A thread of a host that hears of a death. */
    static void watch(SearchPort port, int host, int dead) {
        if (port.perform(Op.Kind.LOAD, Cells.elected(host), 0, 0, null) == 0) {
            // Not in office yet: whoever takes office looks at every process.
            return;
        }
        Coordinator sameHeap = HeapPicture.newCoordinator(port);
        shareDeaths(sameHeap, port, host);
        sameHeap.noticeDeath(dead);
    }

    /** A thread of a process that hears of deaths and cleans up. */
    static void recover(SearchPort port, int clients) {
        long seen = 0;
        while (true) {
            port.perform(Op.Kind.AWAIT, Cells.DEATHS, seen, 0, null);
            seen = port.perform(Op.Kind.LOAD, Cells.DEATHS, 0, 0, null);
            ProcessRecovery recovery = new ProcessRecovery(port);
            for (int process = 0; process < clients; process++) {
                recovery.recoverIfDead(process);
            }
            port.perform(Op.Kind.RESET, -1, 0, 0, "seen " + seen);
        }
    }

    /** The set of deaths is what the threads of a host share in their heap: here a cell of memory. */
    private static void shareDeaths(Coordinator coordinator, SearchPort port, int host) {
        try {
            Field field = Coordinator.class.getDeclaredField("deaths");
            field.setAccessible(true);
            field.set(coordinator, new CellSet(port, Cells.noticed(host)));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
