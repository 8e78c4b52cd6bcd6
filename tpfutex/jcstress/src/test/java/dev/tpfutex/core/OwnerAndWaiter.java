package dev.tpfutex.core;

import dev.tpfutex.core.ProbePort.Asleep;
import dev.tpfutex.shm.layout.TaskLayout;

/** One task owns a lock, another may wait for it: how many tests begin. */
final class OwnerAndWaiter {

    static final String ASLEEP = "asleep";

    final ProbePort port;
    final Lock lock;
    final TpFutex futex;
    final FutexMutex mutex;
    final TopWaiter topWaiter;
    final WaitQueue queue;

    /** The owner's hold. */
    final Hold owner;
    final Task waiter;
    final Wait wait;

    OwnerAndWaiter(SmallSpace space, ProbePort port) {
        this.port = port;
        this.lock = space.lock();
        OwnerDeath nobodyDies = (lock, owner) -> {};
        this.futex = new TpFutex(port, nobodyDies);
        this.mutex = new FutexMutex(port, futex, lock);
        this.topWaiter = new TopWaiter(port, nobodyDies, new Share(port));
        this.queue = new WaitQueue(port);
        this.owner = mutex.prepare(SmallSpace.task(port, 0));
        this.waiter = SmallSpace.task(port, 1);
        this.wait = Wait.exclusive(waiter, lock, false, Long.MAX_VALUE, false);
        mutex.tryLock(owner);
    }

    /** The waiter takes the role, waits for too long, asks for a hand-off, sleeps and is woken for nothing. */
    void askForHandOff() {
        topWaiter.takeRole(wait, false);
        port.passTime(DueHandOff.NANOS);
        try {
            topWaiter.acquire(wait);
            throw new AssertionError("has not slept");
        } catch (Asleep asExpected) {
            wakeForNothing();
        }
        port.passTime(0);
    }

    /** The waiter queues up, sleeps and is woken for nothing. */
    void enqueue() {
        try {
            queue.await(wait);
            throw new AssertionError("has not slept");
        } catch (Asleep asExpected) {
            wakeForNothing();
        }
    }

    private void wakeForNothing() {
        port.getAndSetInt(park(), Parker.EMPTY);
    }

    boolean isNotified() {
        return port.getInt(park()) == Parker.NOTIFIED;
    }

    private long park() {
        return waiter.base() + TaskLayout.PARK;
    }

    /** Tid of the lock's owner, 0 = free. */
    int ownerTid() {
        return FutexWord.tid(port.getLong(lock.word()));
    }
}
