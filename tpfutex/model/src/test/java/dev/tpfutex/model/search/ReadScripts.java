package dev.tpfutex.model.search;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.Status;

/** What a client of a reader-writer lock does in one round. */
final class ReadScripts {

    private final SearchPort port;
    private final FutexMutex writers;
    private final FutexRwLock readers;
    private final Hold hold;
    private final Behaviour behaviour;

    ReadScripts(SearchPort port, FutexMutex writers, FutexRwLock readers, Hold hold, Behaviour behaviour) {
        this.port = port;
        this.writers = writers;
        this.readers = readers;
        this.hold = hold;
        this.behaviour = behaviour;
    }

    void round() {
        switch (behaviour.way()) {
            case WRITE -> write(false);
            case DOWNGRADE -> write(true);
            case READ, TRY_READ -> read();
            case UPGRADE -> readAndUpgrade();
        }
    }

    private void tell(int event, long value, String text) {
        port.perform(Op.Kind.EVENT, -1, event, value, text);
    }

    private long deadline() {
        return behaviour.timeout() < 0 ? Long.MAX_VALUE : port.nanoTime() + behaviour.timeout();
    }

    private String terms(long deadline) {
        return (behaviour.isInterruptible() ? "i" : "-") + deadline;
    }

    private void write(boolean readsOn) {
        long deadline = deadline();
        tell(Events.WISHES, Shape.TO_WRITE, null);
        int result = writers.lock(hold, deadline, behaviour.isInterruptible());
        if (Scripts.tellLocked(port, result, terms(deadline))) {
            own(result, readsOn);
        }
    }

    /** The owner repairs if need be and unlocks, or goes on as a reader. */
    private void own(int status, boolean readsOn) {
        if (readsOn && Scripts.repair(port, writers, hold, status)) {
            readers.lock(hold, Long.MAX_VALUE, false);
            Scripts.nap(port, behaviour);
            writers.unlock(hold);
            tell(Events.SHARED, Status.FAST, null);
            Scripts.nap(port, behaviour);
            tell(Events.UNLOCKING_SHARED, 0, null);
            tell(Events.UNLOCKED_SHARED, readers.unlock(hold), null);
        } else {
            Scripts.leave(port, writers, hold, behaviour, status);
        }
    }

    private void read() {
        boolean tries = behaviour.way() == Way.TRY_READ;
        long deadline = deadline();
        tell(Events.WISHES, Shape.TO_READ, null);
        int result = tries ? readers.tryLock(hold) : readers.lock(hold, deadline, behaviour.isInterruptible());
        boolean late = tries && Errno.EBUSY.is(result);
        if (became(late ? Errno.ETIMEDOUT.result() : result, late ? Long.MIN_VALUE : deadline)) {
            stay();
            tell(Events.UNLOCKING_SHARED, 0, null);
            tell(Events.UNLOCKED_SHARED, readers.unlock(hold), null);
        }
    }

    /** Whether the client is a reader now; it may also have become the owner, and has left then. */
    private boolean became(int result, long deadline) {
        if (result >= 0 && !Status.ownerDied(result)) {
            tell(Events.SHARED, result & 0xff, null);
            return true;
        }
        if (Scripts.tellLocked(port, result, terms(deadline))) {
            own(result, false);
        }
        return false;
    }

    private void stay() {
        if (behaviour.offersBias()) {
            readers.offerBias(hold);
        }
        Scripts.nap(port, behaviour);
    }

    private void readAndUpgrade() {
        long deadline = deadline();
        tell(Events.WISHES, Shape.TO_READ_UPGRADABLY, null);
        if (!became(readers.lockUpgradable(hold, deadline, behaviour.isInterruptible()), deadline)) {
            return;
        }
        stay();
        long limit = deadline();
        tell(Events.WISHES, Shape.TO_WRITE, null);
        int result = writers.lock(hold, limit, behaviour.isInterruptible());
        if (result < 0) {
            tell(Events.NOT_UPGRADED, result, terms(limit));
        } else if (Scripts.tellLocked(port, result, terms(limit))) {
            writers.unlock(hold);
        }
        tell(Events.UNLOCKING_SHARED, 0, null);
        tell(Events.UNLOCKED_SHARED, readers.unlockUpgradable(hold), null);
    }
}
