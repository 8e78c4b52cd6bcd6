package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import org.junit.jupiter.api.Test;

/** An error (no stack, no memory) that ends lock or unlock between two of its steps, in a thread that lives on. */
class ErrorHalfWayTest {

    private static final SpaceLayout LAYOUT = new SpaceLayout(1, 2, 1);

    private final SimPort port = new World(Chooser.seeded(0), LAYOUT, false, false).port;
    private final Lock lock = new Lock(LAYOUT, 0);
    private final FutexMutex mutex = new FutexMutex(port, new TpFutex(port, new ProcessRecovery(port)), lock);
    private final Task task = new Task(port, new TaskTable(port).allocate(0, 0, new byte[0]), null);
    private final Hold hold = mutex.prepare(task);

    ErrorHalfWayTest() {
        port.pokeInt(lock.kind(), LockLayout.KIND_MUTEX);
    }

    /** The word says inside, the heap knows nothing: the same thread gets the lock again, and is told. */
    @Test
    void insideWithoutAHold() {
        port.pokeLong(lock.word(), 1L << Integer.SIZE | task.tid());
        int status = mutex.lock(hold, Long.MAX_VALUE, false);
        assertThat(Status.ownerDied(status)).isTrue();
        mutex.markConsistent(hold);
        mutex.unlock(hold);
        assertThat(FutexWord.tid(port.lookLong(lock.word()))).isZero();
    }

    /** The error came between the claim of a hand-off and its store: the heir cannot withdraw, so it must get the lock. */
    @Test
    void withAClaimedHandOff() {
        Task heir = new Task(port, new TaskTable(port).allocate(0, 0, new byte[0]), null);
        port.pokeLong(lock.word(), 1L << Integer.SIZE | task.tid());
        port.pokeLong(lock.top(), TopWord.HANDOFF | TopWord.CLAIMED | heir.tid());
        assertThat(Errno.EBUSY.is(mutex.tryLock(hold))).isTrue();
        assertThat(FutexWord.tid(port.lookLong(lock.word()))).isEqualTo(heir.tid());
    }

    /** The error came before the critical section: nobody is told. */
    @Test
    void onTheWayIn() {
        port.pokeLong(lock.word(), task.tid());
        int status = mutex.tryLock(hold);
        assertThat(status).isGreaterThanOrEqualTo(0);
        assertThat(Status.ownerDied(status)).isFalse();
        assertThat(hold.count()).isEqualTo(1);
    }
}
