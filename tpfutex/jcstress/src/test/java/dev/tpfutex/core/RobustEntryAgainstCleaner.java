package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tpfutex.core.recovery.TaskRecovery;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** A task lists a lock and takes it; whoever sees it own the lock cleans up after it, as if it had died there. */
abstract class RobustEntryAgainstCleaner {

    private final SmallSpace space = SmallSpace.take();
    private final Lock lock = space.lock();
    private final ProbePort cleaners = new ProbePort(space.port);
    private final TaskRecovery recovery = new TaskRecovery(cleaners);
    private final FutexMutex mutex;
    private final Task task;

    RobustEntryAgainstCleaner(boolean late) {
        ProbePort port = late ? new LatePort(space) : new ProbePort(space.port);
        mutex = new FutexMutex(port, new TpFutex(port, (lock, owner) -> {}), lock);
        task = SmallSpace.task(port, 0);
    }

    final void listAndLock() {
        mutex.tryLock(mutex.prepare(task));
    }

    final String cleanIfOwner() {
        space.stagger();
        if (!isOwner()) {
            return "not yet owned";
        }
        recovery.clean(task.tid());
        return isOwner() ? "overlooked" : "recovered";
    }

    private boolean isOwner() {
        return FutexWord.tid(cleaners.getLong(lock.word())) == task.tid();
    }

    final void end() {
        space.giveBack();
    }

    @JCStressTest
    @Description("Task: write the robust entry, then take the lock. Cleaner: see the owner, then read its entries.")
    @Outcome(id = "not yet owned", expect = ACCEPTABLE, desc = "Came too early.")
    @Outcome(id = "recovered", expect = ACCEPTABLE, desc = "The cleaner has found the lock.")
    @Outcome(expect = FORBIDDEN, desc = "The lock is owned and listed nowhere: lost with its owner.")
    @State
    public static class Production extends RobustEntryAgainstCleaner {

        public Production() {
            super(false);
        }

        @Actor
        public void task() {
            listAndLock();
        }

        @Actor
        public void cleaner(L_Result r) {
            r.r1 = cleanIfOwner();
        }

        @Arbiter
        public void end(L_Result r) {
            end();
        }
    }

    @JCStressTest
    @Description("The same, on a port that stores the entry only after the compare-and-exchange.")
    @Outcome(id = {"not yet owned", "recovered"}, expect = ACCEPTABLE, desc = "Too early, or too late.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Lost with its owner: forbidden in production.")
    @State
    public static class Canary extends RobustEntryAgainstCleaner {

        public Canary() {
            super(true);
        }

        @Actor
        public void task() {
            listAndLock();
        }

        @Actor
        public void cleaner(L_Result r) {
            r.r1 = cleanIfOwner();
        }

        @Arbiter
        public void end(L_Result r) {
            end();
        }
    }
}
