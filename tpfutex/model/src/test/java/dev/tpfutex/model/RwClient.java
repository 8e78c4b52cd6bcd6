package dev.tpfutex.model;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexRwLock;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.recovery.ProcessRecovery;

/** A process that locks a reader-writer lock, most often to read. */
final class RwClient extends Client {

    private final FutexRwLock readers;

    RwClient(World world, Plan plan, Ledger ledger, Lock lock, int index) {
        super(world, plan, ledger, lock, index);
        this.readers = new FutexRwLock(port, new TpFutex(port, new ProcessRecovery(port)), lock);
    }

    @Override
    void round() {
        hold = mutex.prepare(task);
        if (world.chooser.choose(100) < plan.readPercent()) {
            readRound();
        } else if (world.chooser.choose(4) == 0) {
            downgradeRound();
        } else if (world.chooser.choose(3) == 0) {
            upgradeRound();
        } else {
            super.round();
        }
        actor.interrupted = false;
    }

    private void readRound() {
        long deadline = deadline();
        boolean interruptible = interruptible();
        boolean impatient = plan.timeouts() && world.chooser.choose(4) == 0;
        int result = impatient ? readers.tryLock(hold) : readers.lock(hold, deadline, interruptible);
        if (impatient && Errno.EBUSY.is(result)) {
            checkError(Errno.ETIMEDOUT.result(), 0, false);
        } else if (result < 0) {
            checkError(result, deadline, interruptible);
        } else if (Status.ownerDied(result)) {
            toldOfDeath(result);
        } else {
            read();
            unlockShared();
        }
    }

    private void toldOfDeath(int status) {
        boolean repaired = enter(status);
        if (repaired && world.chooser.choose(2) == 0) {
            downgrade();
        } else {
            leave(repaired);
        }
    }

    private void upgradeRound() {
        long deadline = deadline();
        boolean interruptible = interruptible();
        int result = readers.lockUpgradable(hold, deadline, interruptible);
        if (result < 0) {
            checkError(result, deadline, interruptible);
        } else if (Status.ownerDied(result)) {
            toldOfDeath(result);
        } else {
            read();
            upgrade();
            ledger.readers.remove(this);
            if (readers.unlockUpgradable(hold) < 0) {
                throw new Violation("P4: an upgradable reader's unlock returned an error");
            }
        }
    }

    private void upgrade() {
        long deadline = deadline();
        boolean interruptible = interruptible();
        ledger.readers.remove(this);
        int result = world.chooser.choose(4) == 0 ? mutex.tryLock(hold) : mutex.lock(hold, deadline, interruptible);
        if (result >= 0) {
            leave(enter(result));
        } else if (!Errno.EBUSY.is(result) && !isExcused(result, deadline, interruptible)) {
            throw new Violation("P12: upgrade returned " + result);
        }
        if (ledger.inside != null) {
            throw new Violation("P2: an upgradable reader, and " + ledger.inside.actor + " is inside");
        }
        ledger.readers.add(this);
    }

    private void downgradeRound() {
        int result = mutex.lock(hold, Long.MAX_VALUE, false);
        if (result < 0) {
            checkError(result, Long.MAX_VALUE, false);
        } else if (enter(result)) {
            downgrade();
        } else {
            leave(false);
        }
    }

    private void downgrade() {
        if (readers.lock(hold, Long.MAX_VALUE, false) != Status.FAST) {
            throw new Violation("the owner cannot read");
        }
        leave(true);
        read();
        unlockShared();
    }

    private void read() {
        if (ledger.inside != null) {
            throw new Violation("P2: " + actor + " reads, " + ledger.inside.actor + " is inside");
        }
        if (ledger.torn || ledger.lost) {
            throw new Violation("P14: " + actor + " reads what is torn");
        }
        ledger.readers.add(this);
        if (world.chooser.choose(4) == 0) {
            port.nap(30_000_000);
        }
        if (world.chooser.choose(3) == 0) {
            readers.offerBias(hold);
        }
        if (world.chooser.choose(3) == 0) {
            readers.lock(hold, Long.MAX_VALUE, false);
            readers.unlock(hold);
        }
    }

    private void unlockShared() {
        ledger.readers.remove(this);
        if (readers.unlock(hold) < 0) {
            throw new Violation("P4: a reader's unlock returned an error");
        }
    }
}
