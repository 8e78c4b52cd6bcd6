package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.LifeWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.NameIndex;
import dev.tpfutex.core.ProcessIdentity;
import dev.tpfutex.core.ProcessTable;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;

/**
 * A cleaner that is stopped at each of its steps, while another finishes the work and a new process registers in the
 * same record, issues the same slot and locks: the late one must not touch what is the newcomer's.
 */
class LateCleanerTest {

    private static final SpaceLayout LAYOUT = new SpaceLayout(2, 2, 1);
    private static final ProcessIdentity SOMEBODY = new ProcessIdentity(1, 0, 0, 0, 0, 0, false, new byte[0]);
    private static final byte[] NAME = {'n'};

    @Test
    void theSuccessorKeepsItsLock() {
        stopAtEachStep((port, tid) -> new ProcessRecovery(port).recoverIfDead(0), 30);
    }

    /** The kernel has told of the end of the thread, and a waiter buries it. */
    @Test
    void theSuccessorOfAThreadKeepsItsLock() {
        stopAtEachStep((port, tid) -> new ProcessRecovery(port).cleanIfDead(new Lock(LAYOUT, 0), tid), 20);
    }

    private static void stopAtEachStep(ObjIntConsumer<SimPort> cleaner, int fewest) {
        int steps = stopAfter(Integer.MAX_VALUE, cleaner);
        assertThat(steps).isGreaterThan(fewest);
        for (int step = 0; step <= steps; step++) {
            stopAfter(step, cleaner);
        }
    }

    /** A client of the daemon says which record is its own; it may say anything. */
    @Test
    void thereMayBeNoSuchRecord() {
        ProcessRecovery recovery = new ProcessRecovery(new World(Chooser.seeded(0), LAYOUT, false, false).port);
        assertThat(recovery.recoverIfDead(-1)).isEqualTo(ProcessRecovery.Outcome.NOTHING_TO_DO);
        assertThat(recovery.recoverIfDead(Integer.MAX_VALUE)).isEqualTo(ProcessRecovery.Outcome.NOTHING_TO_DO);
    }

    private static int stopAfter(int steps, ObjIntConsumer<SimPort> cleaner) {
        World world = new World(Chooser.seeded(0), LAYOUT, false, false);
        SimPort port = world.port;
        port.pokeInt(new Lock(LAYOUT, 0).kind(), LockLayout.KIND_MUTEX);
        Registered dead = Registered.in(port);
        dead.mutex.lock(dead.hold, Long.MAX_VALUE, false);
        port.pokeInt(LifeWord.at(port, dead.task.slot()), 1000);
        port.endThread(dead.task.slot());
        port.markDead(0);
        Actor late = world.spawn("late", 0, () -> cleaner.accept(port, dead.task.tid()));
        int taken = world.runAlone(late, steps);
        new ProcessRecovery(port).recoverIfDead(0);
        port.markAlive(0);
        Registered successor = Registered.in(port);
        successor.mutex.lock(successor.hold, Long.MAX_VALUE, false);
        int lock = new NameIndex(port).findOrInsert(NAME, LockLayout.KIND_MUTEX, 0);
        world.runAlone(late, Integer.MAX_VALUE);
        long word = port.lookLong(new Lock(LAYOUT, 0).word());
        assertThat(FutexWord.tid(word)).as("owner after a stop at step %d", steps).isEqualTo(successor.task.tid());
        assertThat(new TaskTable(port).isIssued(successor.task.tid())).as("slot, step %d", steps).isTrue();
        assertThat(new ProcessTable(port).isInUse(0)).as("record, step %d", steps).isTrue();
        assertThat(new NameIndex(port).find(NAME)).as("name, step %d", steps).isEqualTo(lock);
        return taken;
    }

    /** A process in record 0 with one task. */
    private static final class Registered {
        final Task task;
        final FutexMutex mutex;
        final Hold hold;

        private Registered(SimPort port) {
            task = new Task(port, new TaskTable(port).allocate(0, 0, new byte[0]), null);
            mutex = new FutexMutex(port, new TpFutex(port, new ProcessRecovery(port)), new Lock(LAYOUT, 0));
            hold = mutex.prepare(task);
        }

        static Registered in(SimPort port) {
            assertThat(new ProcessTable(port).register(SOMEBODY)).isZero();
            return new Registered(port);
        }
    }
}
