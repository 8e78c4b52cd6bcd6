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

/** A task submits itself and rings if need be, while the coordinator goes to sleep. */
abstract class RingAgainstSleep {

    private final SmallSpace space = SmallSpace.take();
    private final ProbePort port;
    private final Coordinator coordinator;

    RingAgainstSleep(boolean weak) {
        port = weak ? new WeakPort(space) : new ProbePort(space.port);
        coordinator = SmallSpace.coordinator(port);
        coordinator.cycle();
        port.forgetWakes();
    }

    final void submit() {
        space.stagger();
        Submissions.submit(port, 1);
    }

    final String rest() {
        try {
            coordinator.rest(Long.MAX_VALUE);
            return "awake";
        } catch (Asleep asleep) {
            return OwnerAndWaiter.ASLEEP;
        }
    }

    final String end() {
        space.giveBack();
        return port.woke() ? "rung" : "not rung";
    }

    @JCStressTest
    @Description("Task: set the bit, then look at the bell. Coordinator: mark the bell, then look at the bits.")
    @Outcome(id = "awake, (not )?rung", expect = ACCEPTABLE, desc = "The coordinator has seen the bit, or the ring.")
    @Outcome(id = "asleep, rung", expect = ACCEPTABLE, desc = "Slept, and was woken.")
    @Outcome(expect = FORBIDDEN, desc = "Work is there, the coordinator sleeps, and nobody has rung.")
    @State
    public static class Production extends RingAgainstSleep {

        public Production() {
            super(false);
        }

        @Actor
        public void task() {
            submit();
        }

        @Actor
        public void coordinator(LL_Result r) {
            r.r1 = rest();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }

    @JCStressTest
    @Description("The same, on a port without order between a store and a load after it.")
    @Outcome(id = {"awake, (not )?rung", "asleep, rung"}, expect = ACCEPTABLE, desc = "One has seen the other.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Each has missed the other: forbidden in production.")
    @State
    public static class Canary extends RingAgainstSleep {

        public Canary() {
            super(true);
        }

        @Actor
        public void task() {
            submit();
        }

        @Actor
        public void coordinator(LL_Result r) {
            r.r1 = rest();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }
}
