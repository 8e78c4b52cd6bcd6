package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tpfutex.core.coordinator.Coordinator;
import dev.tpfutex.shm.layout.TaskLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** The coordinator grants the role to the head of the queue, which gives up at the same time. */
abstract class GrantAgainstCancel {

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene;
    private final Coordinator coordinator;

    GrantAgainstCancel(boolean weak) {
        ProbePort port = weak ? new WeakPort(space) : new ProbePort(space.port);
        scene = new OwnerAndWaiter(space, port);
        coordinator = SmallSpace.coordinator(port);
        Wait top = Wait.exclusive(SmallSpace.task(port, 2), scene.lock, false, Long.MAX_VALUE, false);
        scene.topWaiter.takeRole(top, false);
        scene.enqueue();
        coordinator.cycle();
        scene.topWaiter.giveUp(top, Errno.ETIMEDOUT.result());
    }

    final String cancel() {
        space.stagger();
        return scene.queue.cancel(scene.wait) ? "gave up" : "granted";
    }

    final void grant() {
        coordinator.cycle();
    }

    /** What the coordinator thinks, it shows in its next round. */
    final String end() {
        coordinator.cycle();
        long wait = scene.port.getLong(scene.waiter.base() + TaskLayout.WAIT);
        boolean granted = WaitWord.state(wait) == WaitWord.GRANTED;
        boolean kept = TopWord.has(scene.port.getLong(scene.lock.top()), TopWord.HOLD);
        boolean notified = scene.isNotified();
        space.giveBack();
        return (granted ? "granted" : "left") + (kept ? ", role kept" : ", role free") + (notified ? ", notified" : "");
    }

    @JCStressTest
    @Description("QUEUED becomes GRANTED, or IDLE: one of the two wins, and the other knows.")
    @Outcome(id = "gave up, left, role free", expect = ACCEPTABLE, desc = "The waiter has won.")
    @Outcome(id = "granted, granted, role kept, notified", expect = ACCEPTABLE, desc = "The coordinator has won.")
    @Outcome(expect = FORBIDDEN, desc = "Both have won, or the loser does not know.")
    @State
    public static class Production extends GrantAgainstCancel {

        public Production() {
            super(false);
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = cancel();
        }

        @Actor
        public void coordinator() {
            grant();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }

    @JCStressTest
    @Description("The same, on a port without atomic compare-and-exchange.")
    @Outcome(id = {"gave up, left, role free", "granted, granted, role kept, notified"}, expect = ACCEPTABLE,
            desc = "One.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Both have won: forbidden in production.")
    @State
    public static class Canary extends GrantAgainstCancel {

        public Canary() {
            super(true);
        }

        @Actor
        public void waiter(LL_Result r) {
            r.r1 = cancel();
        }

        @Actor
        public void coordinator() {
            grant();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }
}
