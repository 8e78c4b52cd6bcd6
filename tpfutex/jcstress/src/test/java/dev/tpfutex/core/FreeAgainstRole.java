package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The unlocker frees the word, then looks for a top waiter; the waiter takes the role, then looks at the word. */
abstract class FreeAgainstRole {

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene;

    FreeAgainstRole(boolean weak) {
        scene = new OwnerAndWaiter(space, weak ? new WeakPort(space) : new ProbePort(space.port));
    }

    final void free() {
        scene.futex.unlock(scene.owner.task(), scene.lock);
    }

    final String takeRoleAndLook() {
        scene.topWaiter.takeRole(scene.wait, false);
        return scene.ownerTid() == 0 ? "saw it free" : "saw it owned";
    }

    final String end() {
        boolean notified = scene.isNotified();
        space.giveBack();
        return notified ? "notified" : "not notified";
    }

    @JCStressTest
    @Description("Unlock: free the word, then look at the top word. Waiter: take the role, then look at the word.")
    @Outcome(id = "saw it free, (not )?notified", expect = ACCEPTABLE, desc = "The waiter has seen the unlock.")
    @Outcome(id = "saw it owned, notified", expect = ACCEPTABLE, desc = "The unlocker has seen the waiter.")
    @Outcome(expect = FORBIDDEN, desc = "Each has missed the other.")
    @State
    public static class Production extends FreeAgainstRole {

        public Production() {
            super(false);
        }

        @Actor
        public void unlocker() {
            free();
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = takeRoleAndLook();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }

    @JCStressTest
    @Description("The same, on a port without order between a store and a load after it.")
    @Outcome(id = {"saw it free, (not )?notified", "saw it owned, notified"}, expect = ACCEPTABLE, desc = "Seen.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Each has missed the other: forbidden in production.")
    @State
    public static class Canary extends FreeAgainstRole {

        public Canary() {
            super(true);
        }

        @Actor
        public void unlocker() {
            free();
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = takeRoleAndLook();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }
}
