package dev.tpfutex.core;

import dev.tpfutex.api.SpaceOptions;
import dev.tpfutex.core.mapped.MappedPort;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The first space of this JVM, whose memory is a constant to the compiler: fast paths on it are the machine code that
 * users get. Each try has a lock and two tasks of it.
 */
final class FirstSpace {

    private static final int TRIES = 1 << 14;
    private static final SpaceFile file =
            SmallSpace.open(SpaceOptions.defaults().locks(TRIES).tasks(2 * TRIES).processes(1));
    static final MappedPort port = new MappedPort(file, file.segment());

    private static final Queue<FirstSpace> unused = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger made = new AtomicInteger();

    private final int index;

    private FirstSpace() {
        index = made.getAndIncrement();
        if (index >= TRIES) {
            throw new IllegalStateException("more tries at a time than locks; lower the stride");
        }
    }

    /** A lock that has never been locked and two tasks that have done nothing. */
    static FirstSpace take() {
        FirstSpace space = unused.poll();
        if (space == null) {
            space = new FirstSpace();
        }
        space.reset();
        return space;
    }

    /** The try is over. */
    void giveBack() {
        unused.add(this);
    }

    private void reset() {
        file.segment().asSlice(port.layout().lock(index), LockLayout.SIZE).fill((byte) 0);
        file.segment().asSlice(port.layout().task(2 * index), 2 * TaskLayout.SIZE).fill((byte) 0);
        port.putIntOrdered(port.layout().lock(index) + LockLayout.KIND, LockLayout.KIND_MUTEX);
        SmallSpace.issue(port, 2 * index);
        SmallSpace.issue(port, 2 * index + 1);
    }

    FutexMutex mutex() {
        return new FutexMutex(port, new TpFutex(port, (lock, owner) -> {}), new Lock(port.layout(), index));
    }

    /** The readers' side of the lock, which is a reader-writer lock from now on. */
    FutexRwLock readers() {
        Lock lock = new Lock(port.layout(), index);
        port.putIntOrdered(lock.kind(), LockLayout.KIND_RWLOCK);
        return new FutexRwLock(port, new TpFutex(port, (word, owner) -> {}), lock);
    }

    /** One of the two tasks. */
    Task task(int which) {
        return SmallSpace.task(port, 2 * index + which);
    }
}
