package dev.tpfutex.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.SpaceLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** P10: a top waiter that gets no processor has the lock as soon as it is due; those who run see to that. */
class OverdueTopWaiterTest {

    private static final SpaceLayout LAYOUT = new SpaceLayout(1, 4, 2);
    private static final long MICROSECOND = 1_000;
    private static final long MILLISECOND = 1_000_000;
    private static final int NOTIFIED = 1;

    private final World world = new World(Chooser.seeded(0), LAYOUT, false, false);
    private final SimPort port = world.port;
    private final Lock lock = new Lock(LAYOUT, 0);
    private final TpFutex futex = new TpFutex(port, new ProcessRecovery(port));
    private final FutexMutex writers = new FutexMutex(port, futex, lock);
    private final FutexRwLock readers = new FutexRwLock(port, futex, lock);
    private final Hold holder = writers.prepare(new Task(port, task(), null));
    private final int top = task();
    private final Hold newcomer = writers.prepare(new Task(port, task(), null));

    private int task() {
        return new TaskTable(port).allocate(0, 0, new byte[0]);
    }

    @BeforeEach
    void beReaderWriterLock() {
        port.pokeInt(lock.kind(), LockLayout.KIND_RWLOCK);
    }

    private void ownedFor() {
        assertThat(writers.lock(holder, Long.MAX_VALUE, false)).isNotNegative();
    }

    private void readFor() {
        assertThat(readers.lock(holder, Long.MAX_VALUE, false)).isNotNegative();
    }

    /** Another, which does not run, is the top waiter; it has marked the word. */
    private void waitedForSince(long nanos, long flags) {
        port.pokeLong(lock.top(), top | flags);
        port.pokeLong(LAYOUT.task(Tid.slot(top)) + TaskLayout.TOP_SINCE, world.now() - nanos);
    }

    private void marked() {
        port.pokeLong(lock.word(), word() | Integer.toUnsignedLong(FutexWord.WAITERS));
    }

    private long word() {
        return port.lookLong(lock.word());
    }

    private int parkWordOfTop() {
        return port.lookInt(LAYOUT.task(Tid.slot(top)) + TaskLayout.PARK);
    }

    @Test
    @DisplayName("after 5 ms an owner passes the lock on, though nobody has asked for it")
    void anOwnerPassesItOn() {
        ownedFor();
        waitedForSince(5 * MILLISECOND, 0);
        marked();
        writers.unlock(holder);
        assertThat(FutexWord.tid(word())).isEqualTo(top);
        assertThat(TopWord.has(port.lookLong(lock.top()), TopWord.CLAIMED)).isTrue();
    }

    @Test
    @DisplayName("before that the owner frees it")
    void anOwnerFreesIt() {
        ownedFor();
        waitedForSince(4 * MILLISECOND, 0);
        marked();
        writers.unlock(holder);
        assertThat(FutexWord.isFree(word())).isTrue();
    }

    @Test
    @DisplayName("after 50 µs the last reader passes the lock on to a writer, but not to a reader")
    void theLastReaderPassesItOn() {
        readFor();
        waitedForSince(60 * MICROSECOND, 0);
        marked();
        readers.unlock(holder);
        assertThat(FutexWord.tid(word())).isEqualTo(top);
    }

    @Test
    @DisplayName("a reader can come by itself once the last reader has freed the lock")
    void theLastReaderFreesIt() {
        readFor();
        waitedForSince(60 * MICROSECOND, TopWord.READER);
        marked();
        readers.unlock(holder);
        assertThat(FutexWord.isFree(word())).isTrue();
    }

    @Test
    @DisplayName("who comes too late for the role asks on behalf of the one that has it")
    void aNewcomerAsks() {
        ownedFor();
        waitedForSince(5 * MILLISECOND, 0);
        assertThat(writers.lock(newcomer, world.now(), false)).isEqualTo(Errno.ETIMEDOUT.result());
        assertThat(TopWord.has(port.lookLong(lock.top()), TopWord.HANDOFF)).isTrue();
        assertThat(FutexWord.hasWaiters(word())).isTrue();
    }

    @Test
    @DisplayName("a writer takes the role of a reader that could join those who read, and wakes it")
    void aWriterTakesTheRole() {
        readFor();
        waitedForSince(0, TopWord.READER);
        assertThat(writers.lock(newcomer, world.now(), false)).isEqualTo(Errno.ETIMEDOUT.result());
        assertThat(TopWord.tid(port.lookLong(lock.top()))).isZero();
        assertThat(parkWordOfTop()).isEqualTo(NOTIFIED);
    }

    @Test
    @DisplayName("a writer leaves the role to a writer, and to a reader to whom the lock is coming")
    void aWriterLeavesTheRole() {
        readFor();
        for (long flags : new long[] {0, TopWord.READER | TopWord.HANDOFF, TopWord.READER | TopWord.HOLD}) {
            waitedForSince(0, flags);
            assertThat(writers.lock(newcomer, world.now(), false)).isEqualTo(Errno.ETIMEDOUT.result());
            assertThat(port.lookLong(lock.top())).isEqualTo(top | flags);
            assertThat(parkWordOfTop()).isNotEqualTo(NOTIFIED);
        }
    }
}
