package dev.tpfutex.core;

import dev.tpfutex.shm.layout.LockLayout;

/** Two tasks that may read under a reader-writer lock and one that may own it: how tests of readers begin. */
final class ReadersAndWriter {

    final ProbePort port;
    final Lock lock;
    final TpFutex futex;
    final FutexRwLock readers;
    final TopWaiter topWaiter;
    final Hold reader;
    final Hold other;
    final Task writer;

    private final SmallSpace space;

    ReadersAndWriter(SmallSpace space, ProbePort port) {
        this.space = space;
        this.port = port;
        this.lock = space.lock();
        OwnerDeath nobodyDies = (lock, owner) -> {};
        this.futex = new TpFutex(port, nobodyDies);
        this.readers = new FutexRwLock(port, futex, lock);
        this.topWaiter = new TopWaiter(port, nobodyDies, new Share(port));
        this.reader = SmallSpace.task(port, 0).prepare(lock.index());
        this.other = SmallSpace.task(port, 1).prepare(lock.index());
        this.writer = SmallSpace.task(port, 2);
        port.putIntOrdered(lock.kind(), LockLayout.KIND_RWLOCK);
    }

    /** Readers leave the word alone; nobody reads. */
    void bias() {
        readers.tryLock(reader);
        readers.offerBias(reader);
        readers.unlock(reader);
    }

    /** A writer that waits for both readers sleeps as the top waiter. */
    void writerSleeps() {
        Wait wait = Wait.exclusive(writer, lock, false, Long.MAX_VALUE, false);
        topWaiter.takeRole(wait, false);
        // No reader comes or goes for so long: time to sleep, not yet for a hand-off.
        port.passTime(100_000);
        try {
            topWaiter.acquire(wait);
            throw new AssertionError("has not slept");
        } catch (ProbePort.Asleep asExpected) {
            port.passTime(0);
        }
    }

    String tryToWrite() {
        return futex.tryLock(writer, lock) >= 0 ? "owns" : "busy";
    }

    /** What the word says once all is over: nobody reads any more. */
    String end() {
        boolean owned = FutexWord.tid(port.getLong(lock.word())) == writer.tid();
        if (!owned) {
            new Share(port).settle(lock, true);
        }
        String end = owned ? "owned" : FutexWord.isFree(port.getLong(lock.word())) ? "free" : "readers left";
        space.giveBack();
        return end;
    }
}
