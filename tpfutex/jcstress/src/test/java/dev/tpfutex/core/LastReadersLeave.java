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

/** Two readers leave, while a writer sleeps until the last one comes by. */
abstract class LastReadersLeave {

    private final SmallSpace space = SmallSpace.take();
    private final ReadersAndWriter scene;

    LastReadersLeave(boolean weak) {
        scene = new ReadersAndWriter(space, weak ? new WeakPort(space) : new ProbePort(space.port));
        scene.readers.tryLock(scene.reader);
        scene.readers.tryLock(scene.other);
        scene.writerSleeps();
        scene.port.forgetWakes();
    }

    final String leave() {
        return scene.readers.unlock(scene.reader) >= 0 ? "left" : "error";
    }

    final String leaveToo() {
        return scene.readers.unlock(scene.other) >= 0 ? "left" : "error";
    }

    final String end() {
        boolean woke = scene.port.woke();
        return scene.end() + (woke ? ", woken" : ", not woken");
    }

    @JCStressTest
    @Description("Exactly one of them is the last, passes the lock to the writer, which is due, and wakes it.")
    @Outcome(id = "left, left, owned, woken", expect = ACCEPTABLE,
            desc = "One of them was the last, has passed the lock to the writer and woken it.")
    @Outcome(expect = FORBIDDEN, desc = "Both or none of them took itself for the last.")
    @State
    public static class Production extends LastReadersLeave {

        public Production() {
            super(false);
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = leave();
        }

        @Actor
        public void other(LL_Result r) {
            r.r2 = leaveToo();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = r.r2 + ", " + end();
        }
    }

    @JCStressTest
    @Description("The same, on a port without atomic exchanges.")
    @Outcome(id = "left, left, owned, woken", expect = ACCEPTABLE,
            desc = "One of them was the last, has passed the lock to the writer and woken it.")
    @Outcome(expect = ACCEPTABLE_INTERESTING,
            desc = "Both or none of them took itself for the last. Forbidden in production.")
    @State
    public static class Canary extends LastReadersLeave {

        public Canary() {
            super(true);
        }

        @Actor
        public void one(LL_Result r) {
            r.r1 = leave();
        }

        @Actor
        public void other(LL_Result r) {
            r.r2 = leaveToo();
        }

        @Arbiter
        public void end(LL_Result r) {
            r.r2 = r.r2 + ", " + end();
        }
    }
}
