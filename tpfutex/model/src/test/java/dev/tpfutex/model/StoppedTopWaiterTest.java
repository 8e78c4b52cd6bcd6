package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.core.coordinator.Election;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import org.junit.jupiter.api.Test;

/** Running threads pass a lock among themselves, so that it is never seen free; its top waiter is stopped. */
class StoppedTopWaiterTest {

    private static final SpaceLayout LAYOUT = new SpaceLayout(1, 4, 2);
    private static final long MILLISECOND = 1_000_000;

    private final World world = new World(Chooser.seeded(0), LAYOUT, false, false);
    private final SimPort port = world.port;
    private final Lock lock = new Lock(LAYOUT, 0);
    private final int owner = task();
    private final int top = task();
    private final int sleeper = task();

    private int task() {
        return new TaskTable(port).allocate(0, 0, new byte[0]);
    }

    private Coordinator coordinator() {
        for (int process = 0; process < 2; process++) {
            port.pokeLong(LAYOUT.process(process) + ProcessLayout.CONTROL, 1L << Integer.SIZE | 1);
        }
        port.pokeInt(lock.kind(), LockLayout.KIND_MUTEX);
        port.pokeLong(lock.word(), FutexWord.with(1L << Integer.SIZE, owner));
        port.pokeLong(lock.top(), top);
        long slot = LAYOUT.task(Tid.slot(sleeper));
        port.pokeLong(slot + TaskLayout.ENQUEUED, world.now());
        port.pokeLong(slot + TaskLayout.WAIT, WaitWord.of(1, WaitWord.QUEUED));
        Election election = new Election(port);
        Coordinator coordinator = election.takeOver(election.serving(), 1);
        coordinator.takeOffice();
        return coordinator;
    }

    private void serve(Coordinator coordinator, int milliseconds) {
        for (int i = 0; i < milliseconds; i++) {
            coordinator.cycle();
            world.spend(MILLISECOND);
        }
    }

    private int stateOfSleeper() {
        return WaitWord.state(port.lookLong(LAYOUT.task(Tid.slot(sleeper)) + TaskLayout.WAIT));
    }

    @Test
    void theSleepersDoNotWaitForIt() {
        world.isStopped = slot -> slot == Tid.slot(top);
        serve(coordinator(), 100);
        assertThat(TopWord.tid(port.lookLong(lock.top()))).isZero();
        assertThat(stateOfSleeper()).isEqualTo(WaitWord.GRANTED);
    }
}
