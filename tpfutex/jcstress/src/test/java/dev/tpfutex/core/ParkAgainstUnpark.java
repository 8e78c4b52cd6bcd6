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

/** The waker writes plain data and unparks; the sleeper looks, parks, and looks again. */
abstract class ParkAgainstUnpark {

    private final SmallSpace space = SmallSpace.take();
    private final ProbePort port;
    private final Task sleeper;
    private int data;

    ParkAgainstUnpark(boolean weak) {
        port = weak ? new WeakPort(space) : new ProbePort(space.port);
        sleeper = SmallSpace.task(port, 1);
    }

    final void wake() {
        data = 1;
        Parker.unpark(port, sleeper.slot());
    }

    final String sleep() {
        try {
            Parker.park(port, sleeper, Long.MAX_VALUE, false, null);
            return data == 1 ? "saw data" : "saw nothing";
        } catch (Asleep asleep) {
            return OwnerAndWaiter.ASLEEP;
        }
    }

    final String end() {
        space.giveBack();
        return port.woke() ? "woken" : "not woken";
    }

    @JCStressTest
    @Description("Parker: the wake-up is seen before the sleep, or the sleeper is seen and woken.")
    @Outcome(id = "saw data, (not )?woken", expect = ACCEPTABLE, desc = "The wake-up came before the sleep.")
    @Outcome(id = "asleep, woken", expect = ACCEPTABLE, desc = "Slept, and was woken.")
    @Outcome(expect = FORBIDDEN, desc = "Asleep and never woken, or awake without what the waker wrote.")
    @State
    public static class Production extends ParkAgainstUnpark {

        public Production() {
            super(false);
        }

        @Actor
        public void waker() {
            wake();
        }

        @Actor
        public void sleeper(LL_Result r) {
            r.r1 = sleep();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }

    @JCStressTest
    @Description("The same, on a port without order between a store and a load after it.")
    @Outcome(id = {"saw data, (not )?woken", "asleep, woken"}, expect = ACCEPTABLE, desc = "One has seen the other.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Each has missed the other: forbidden in production.")
    @State
    public static class Canary extends ParkAgainstUnpark {

        public Canary() {
            super(true);
        }

        @Actor
        public void waker() {
            wake();
        }

        @Actor
        public void sleeper(LL_Result r) {
            r.r1 = sleep();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = end();
        }
    }
}
