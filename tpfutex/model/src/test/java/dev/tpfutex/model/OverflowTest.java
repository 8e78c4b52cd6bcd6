package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.core.recovery.TaskRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task that holds more locks than its robust list has room for, killed at each of its steps. */
class OverflowTest {

    private static final int LOCKS = 19;
    private static final SpaceLayout LAYOUT = new SpaceLayout(LOCKS, 1, 1);

    @Test
    void everyLockIsFreeAfterADeathAtAnyStep() {
        int steps = killAfter(Integer.MAX_VALUE);
        assertThat(steps).isGreaterThan(4 * LOCKS);
        for (int step = 0; step < steps; step++) {
            killAfter(step);
        }
    }

    @Test
    void aTaskIsBusyWhileItHoldsALockBeyondItsList() {
        World world = new World(Chooser.seeded(0), LAYOUT, false, false);
        Task task = new Task(world.port, new TaskTable(world.port).allocate(0, 0, new byte[0]), null);
        Nest nest = new Nest(world.port, task);
        List<FutexMutex> mutexes = nest.mutexes();
        mutexes.forEach(mutex -> mutex.lock(mutex.prepare(task), Long.MAX_VALUE, false));
        FutexMutex last = mutexes.removeLast();
        mutexes.forEach(nest::unlock);
        assertThat(task.isIdle()).isFalse();
        nest.unlock(last);
        assertThat(task.isIdle()).isTrue();
    }

    /** Kills the task after so many steps and cleans up; how many steps it took if it was not killed. */
    private static int killAfter(int steps) {
        World world = new World(Chooser.seeded(0), LAYOUT, false, false);
        SimPort port = world.port;
        int tid = new TaskTable(port).allocate(0, 0, new byte[0]);
        Actor actor = world.spawn("task", 0, new Nest(port, new Task(port, tid, null))::lockAndUnlock);
        int done = world.runAlone(actor, steps);
        port.markDead(0);
        assertThat(new TaskRecovery(port).clean(tid)).isTrue();
        for (int i = 0; i < LOCKS; i++) {
            long word = port.lookLong(new Lock(LAYOUT, i).word());
            assertThat(FutexWord.tid(word)).as("owner of lock %d after step %d", i, steps).isZero();
            assertThat(FutexWord.ownerDied(word)).as("mark of lock %d after step %d", i, steps)
                    .isEqualTo(FutexWord.isInside(word));
        }
        return done;
    }

    /** Locks everything, unlocks from both ends inwards. */
    private record Nest(SimPort port, Task task) {

        private void unlock(FutexMutex mutex) {
            mutex.unlock(mutex.find(task));
        }

        List<FutexMutex> mutexes() {
            List<FutexMutex> mutexes = new ArrayList<>();
            TpFutex futex = new TpFutex(port, new ProcessRecovery(port));
            for (int i = 0; i < LOCKS; i++) {
                Lock lock = new Lock(LAYOUT, i);
                port.pokeInt(lock.kind(), LockLayout.KIND_MUTEX);
                mutexes.add(new FutexMutex(port, futex, lock));
            }
            return mutexes;
        }

        void lockAndUnlock() {
            List<FutexMutex> mutexes = mutexes();
            mutexes.forEach(mutex -> mutex.lock(mutex.prepare(task), Long.MAX_VALUE, false));
            while (!mutexes.isEmpty()) {
                unlock(mutexes.removeLast());
                if (mutexes.size() % 3 == 0 && !mutexes.isEmpty()) {
                    unlock(mutexes.removeFirst());
                }
            }
        }
    }
}
