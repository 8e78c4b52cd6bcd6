package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tpfutex.core.ProbePort.Asleep;
import dev.tpfutex.core.coordinator.Coordinator;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A task queues up, its bit still set from an earlier time, and sleeps, while the coordinator makes its round. */
abstract class SubmitAgainstDrain {

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene;
    private final Coordinator coordinator;

    SubmitAgainstDrain(boolean weak) {
        ProbePort port = weak ? new WeakPort(space) : new ProbePort(space.port);
        scene = new OwnerAndWaiter(space, port);
        coordinator = SmallSpace.coordinator(port);
        Submissions.submit(port, scene.waiter.slot());
        port.forgetWakes();
    }

    final String queueUp() {
        space.stagger();
        try {
            return scene.queue.await(scene.wait) == WaitQueue.ROLE_GRANTED ? "granted" : "gave up";
        } catch (Asleep asleep) {
            return OwnerAndWaiter.ASLEEP;
        }
    }

    final void makeRound() {
        coordinator.cycle();
    }

    final String end(Object task) {
        makeRound();
        boolean kept = TopWord.has(scene.port.getLong(scene.lock.top()), TopWord.HOLD);
        boolean woken = task != OwnerAndWaiter.ASLEEP || scene.port.woke();
        space.giveBack();
        return kept ? woken ? "served" : "never woken" : "overlooked";
    }

    @JCStressTest
    @Description("Task: fill the slot, then look at the bit. Coordinator: take the bit, then look at the slot.")
    @Outcome(id = "(granted|asleep), served", expect = ACCEPTABLE, desc = "The coordinator has seen the task.")
    @Outcome(expect = FORBIDDEN, desc = "The task sleeps, unseen by this round and the next, or was never woken.")
    @State
    public static class Production extends SubmitAgainstDrain {

        public Production() {
            super(false);
        }

        @Actor
        public void task(LL_Result r) {
            r.r1 = queueUp();
        }

        @Actor
        public void coordinator() {
            makeRound();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end(r.r1);
        }
    }

    @JCStressTest
    @Description("The same, on a port without order between a store and a load after it.")
    @Outcome(id = "(granted|asleep), served", expect = ACCEPTABLE, desc = "The coordinator has seen the task.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Overlooked or never woken: forbidden in production.")
    @State
    public static class Canary extends SubmitAgainstDrain {

        public Canary() {
            super(true);
        }

        @Actor
        public void task(LL_Result r) {
            r.r1 = queueUp();
        }

        @Actor
        public void coordinator() {
            makeRound();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end(r.r1);
        }
    }
}
