package dev.tpfutex.robust.monitor;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps all that it is told. */
final class Heard implements SpaceListener {

    /** What is left of a wait, which is valid during the call only. */
    record Wait(
            String lock,
            WaitMode mode,
            WaitOutcome outcome,
            long nanos,
            int sleeps,
            boolean ownerDied,
            Optional<LockThread> holder) {}

    final List<Wait> waits = new CopyOnWriteArrayList<>();
    final List<OwnerDeath> deaths = new CopyOnWriteArrayList<>();
    final List<Repair> repairs = new CopyOnWriteArrayList<>();
    final List<CleanUp> cleanUps = new CopyOnWriteArrayList<>();
    final List<DeadlockReport> deadlocks = new CopyOnWriteArrayList<>();
    final List<Term> terms = new CopyOnWriteArrayList<>();
    final AtomicInteger cycles = new AtomicInteger();

    @Override
    public void waited(LockWait wait) {
        waits.add(new Wait(wait.lockName(), wait.mode(), wait.outcome(), wait.nanos(), wait.sleeps(), wait.ownerDied(),
                wait.holder()));
    }

    @Override
    public void ownerDied(OwnerDeath death) {
        deaths.add(death);
    }

    @Override
    public void repaired(Repair repair) {
        repairs.add(repair);
    }

    @Override
    public void cleanedUp(CleanUp cleanUp) {
        cleanUps.add(cleanUp);
    }

    @Override
    public void deadlocked(DeadlockReport deadlock) {
        deadlocks.add(deadlock);
    }

    @Override
    public void termBegan(Term term) {
        terms.add(term);
    }

    @Override
    public void cycled(long nanos) {
        cycles.incrementAndGet();
    }
}
