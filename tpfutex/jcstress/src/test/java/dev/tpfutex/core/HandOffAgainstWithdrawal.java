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

/** The owner hands over to a top waiter that gives up at the same time. */
abstract class HandOffAgainstWithdrawal {

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene;

    HandOffAgainstWithdrawal(boolean weak) {
        scene = new OwnerAndWaiter(space, weak ? new WeakPort(space) : new ProbePort(space.port));
        scene.askForHandOff();
    }

    final void unlock() {
        scene.mutex.unlock(scene.owner);
    }

    final String giveUp() {
        try {
            int result = scene.topWaiter.giveUp(scene.wait, Errno.ETIMEDOUT.result());
            return Errno.ETIMEDOUT.is(result) ? "gave up" : "owns";
        } catch (Asleep asleep) {
            return OwnerAndWaiter.ASLEEP;
        }
    }

    final String end(Object waiter) {
        boolean heir = scene.ownerTid() == scene.waiter.tid();
        boolean lost = waiter == OwnerAndWaiter.ASLEEP && !scene.port.woke();
        space.giveBack();
        return lost ? "never woken" : heir ? "its own" : "free";
    }

    @JCStressTest
    @Description("The unlocker claims the hand-off, or the waiter withdraws it: one of the two.")
    @Outcome(id = "gave up, free", expect = ACCEPTABLE, desc = "Withdrawn: the lock is free.")
    @Outcome(id = "owns, its own", expect = ACCEPTABLE, desc = "Claimed: the waiter takes what is coming.")
    @Outcome(id = "asleep, its own", expect = ACCEPTABLE, desc = "Claimed: the waiter slept for it and was woken.")
    @Outcome(expect = FORBIDDEN, desc = "A lock owned by one who gave up, or a hand-off that never comes.")
    @State
    public static class Production extends HandOffAgainstWithdrawal {

        public Production() {
            super(false);
        }

        @Actor
        public void owner() {
            unlock();
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = giveUp();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end(r.r1);
        }
    }

    @JCStressTest
    @Description("The same, on a port without atomic compare-and-exchange.")
    @Outcome(id = {"gave up, free", "owns, its own", "asleep, its own"}, expect = ACCEPTABLE, desc = "One has won.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Both have won: forbidden in production.")
    @State
    public static class Canary extends HandOffAgainstWithdrawal {

        public Canary() {
            super(true);
        }

        @Actor
        public void owner() {
            unlock();
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = giveUp();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end(r.r1);
        }
    }
}
