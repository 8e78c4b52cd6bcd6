package dev.tpfutex.core.coordinator;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.LifeWatch;
import dev.tpfutex.core.LifeWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.recovery.TaskRecovery;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Cleans up after those on whom the sleepers of one lock wait: its owner, its top waiter, the one to whom the role was
 * granted; as soon as the kernel has marked their life words, which is long before their processes are gone.
 */
final class Undertaker {

    private final Port port;
    private final Lock lock;
    private final TaskTable tasks;
    private final TaskRecovery recovery;

    /** Could not be cleaned up after just now: a lock is being handed to them. Tried again, but not waited for. */
    private final Set<Integer> unburied = new HashSet<>();

    Undertaker(Port port, Lock lock, TaskRecovery recovery) {
        this.port = port;
        this.lock = lock;
        this.tasks = new TaskTable(port);
        this.recovery = recovery;
    }

    /** Whether there is somebody to clean up after who has not been tried. */
    boolean isDue() {
        return isDue(topWaiter()) || isDue(owner());
    }

    /** Cleans up after owner, top waiter and, unless null, the one to whom the role was granted, if they are dead. */
    void bury(Waiter granted) {
        unburied.clear();
        bury(topWaiter());
        bury(owner());
        if (granted != null) {
            buryWaiter(granted);
        }
    }

    /** Cleans up after one that queued up, if it is dead; whether it is. */
    boolean buryWaiter(Waiter waiter) {
        // In this order: the ticket is one of the generation that was read or a later one, and the mark no older.
        long control = port.getLong(tasks.control(waiter.slot()));
        long wait = port.getLong(port.layout().task(waiter.slot()) + TaskLayout.WAIT);
        boolean waits = WaitWord.ticket(wait) == waiter.ticket() && WaitWord.state(wait) != WaitWord.IDLE;
        if (!waits || !LifeWord.isMarked(port, waiter.slot())) {
            return false;
        }
        recovery.clean(Tid.of(waiter.slot(), TaskControl.generation(control)));
        return true;
    }

    /** Adds what to sleep on so as to hear of their ends. */
    void watch(List<LifeWatch> alive, Waiter granted) {
        watch(alive, topWaiter());
        watch(alive, owner());
        if (granted != null) {
            watchSlot(alive, granted.slot());
        }
    }

    private int topWaiter() {
        return TopWord.tid(port.getLong(lock.top()));
    }

    private int owner() {
        return FutexWord.tid(port.getLong(lock.word()));
    }

    private boolean isDue(int tid) {
        return tid != 0 && !unburied.contains(tid) && LifeWord.isMarked(port, Tid.slot(tid));
    }

    private void bury(int tid) {
        if (isDue(tid) && !recovery.clean(tid)) {
            unburied.add(tid);
        }
    }

    private void watch(List<LifeWatch> alive, int tid) {
        if (tid != 0) {
            watchSlot(alive, Tid.slot(tid));
        }
    }

    private void watchSlot(List<LifeWatch> alive, int slot) {
        LifeWatch watch = alive.size() < LifeWatch.MOST ? LifeWord.watch(port, slot) : null;
        if (watch != null) {
            alive.add(watch);
        }
    }
}
