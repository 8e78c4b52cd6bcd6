package dev.tpfutex.examples.demo;

import dev.tpfutex.api.LockGuard;
import dev.tpfutex.api.RecoveryHandler;
import dev.tpfutex.examples.demo.RecoveryLog.Recovery;

/**
 * What a thread does that was told of an owner's death. As a {@link RecoveryHandler} it is called by the ways to lock
 * that cannot tell, those of readers among them.
 */
final class Repair implements RecoveryHandler {

    private final Station station;
    private final ThreadCell cell;

    Repair(Station station) {
        this.station = station;
        this.cell = station.cell();
    }

    /** While the thread still waits for what it asked for: it is the owner, but only to repair. */
    @Override
    public void recover(LockGuard guard) {
        try {
            run(cell.waitingSince(), cell.enterToRepair());
            cell.stepOut();
        } catch (Throwable failure) {
            throw station.freeze(failure);
        }
    }

    /**
     * Enters in the dead owner's place and puts the ledger in step. Call it as the owner.
     *
     * @param asked when the thread asked for the lock
     * @param entered when it became the owner
     */
    void run(long asked, long entered) {
        Mark mark = station.mark();
        Ledger ledger = station.ledger();
        Mark dead = ledger.takeOver(mark);
        long threadDiedAt = dead == null ? 0 : station.stats().takeDeath(dead);
        ledger.recoveries().append(new Recovery(dead, mark, asked, entered, threadDiedAt));
        if (dead != null && threadDiedAt == 0 && station.stats().isAlive(dead.worker())) {
            throw new Violation(mark + " was told of the death of an owner, but " + dead + " is inside and alive");
        }
        ledger.rollForward(mark);
    }
}
