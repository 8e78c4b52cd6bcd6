package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tpfutex.core.ProbePort.Asleep;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A top waiter that has lost patience marks the word and sleeps, while the owner unlocks. */
abstract class SleepAgainstUnlock {

    /** The owner has kept the lock for long at the second look: time to sleep, not yet for a hand-off, by nobody's clock. */
    private static final long LONG_HOLD_NANOS = 1_000_000;

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene;

    SleepAgainstUnlock(boolean weak) {
        scene = new OwnerAndWaiter(space, weak ? new WeakPort(space) : new ProbePort(space.port));
        scene.port.passTime(LONG_HOLD_NANOS);
        scene.topWaiter.takeRole(scene.wait, false);
    }

    final void unlock() {
        space.stagger();
        scene.mutex.unlock(scene.owner);
    }

    final String waitForIt() {
        try {
            int status = scene.topWaiter.acquire(scene.wait);
            return Status.how(status) == Status.ACQUIRED ? "took it" : "result " + status;
        } catch (Asleep asleep) {
            return OwnerAndWaiter.ASLEEP;
        }
    }

    final String end() {
        boolean woke = scene.port.woke();
        boolean heirs = scene.ownerTid() == scene.waiter.tid();
        space.giveBack();
        return (heirs ? "its own, " : "free, ") + (woke ? "woken" : "not woken");
    }

    @JCStressTest
    @Description("The unlocker finds the mark and wakes, or the waiter cannot set it and sees the word free.")
    @Outcome(id = "took it, its own, (not )?woken", expect = ACCEPTABLE, desc = "The unlock came before the sleep.")
    @Outcome(id = "asleep, free, woken", expect = ACCEPTABLE, desc = "Slept, and was woken.")
    @Outcome(expect = FORBIDDEN, desc = "Asleep beside a free lock and never woken.")
    @State
    public static class Production extends SleepAgainstUnlock {

        public Production() {
            super(false);
        }

        @Actor
        public void owner() {
            unlock();
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = waitForIt();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }

    @JCStressTest
    @Description("The same, on a port without atomic compare-and-exchange.")
    @Outcome(id = "took it, its own, (not )?woken", expect = ACCEPTABLE, desc = "The unlock came before the sleep.")
    @Outcome(id = "asleep, free, woken", expect = ACCEPTABLE, desc = "Slept, and was woken.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Never woken, or the unlock undone: forbidden in production.")
    @State
    public static class Canary extends SleepAgainstUnlock {

        public Canary() {
            super(true);
        }

        @Actor
        public void owner() {
            unlock();
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = waitForIt();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }
}
