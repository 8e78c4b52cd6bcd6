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
import org.openjdk.jcstress.infra.results.II_Result;

/** One comes by the fast path, the other steals: takes, then enters, and unlocks by the slow path. */
abstract class Steal {

    private final SmallSpace space = SmallSpace.take();
    private final Lock lock = space.lock();
    private final TpFutex futex;
    private final FutexMutex mutex;
    private final Hold fast;
    private final Task thief;
    private final PlainData data = new PlainData();

    Steal(boolean weak) {
        ProbePort port = weak ? new WeakPort(space) : new ProbePort(space.port);
        futex = new TpFutex(port, (lock, owner) -> {});
        mutex = new FutexMutex(port, futex, lock);
        fast = mutex.prepare(SmallSpace.task(port, 0));
        thief = SmallSpace.task(port, 1);
        mutex.prepare(thief);
    }

    final int visitFast() {
        while (mutex.tryLock(fast) < 0) {
            Thread.onSpinWait();
        }
        int visit = data.visit();
        mutex.unlock(fast);
        return visit;
    }

    final int visitStealing() {
        while (futex.tryLock(thief, lock) < 0) {
            Thread.onSpinWait();
        }
        int visit = data.visit();
        futex.unlock(thief, lock);
        return visit;
    }

    final void end() {
        space.giveBack();
    }

    @JCStressTest
    @Description("One locks by the fast path, the other steals and unlocks by the slow path.")
    @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "The second owner has seen all that the first wrote.")
    @Outcome(expect = FORBIDDEN, desc = "Two owners at once, or the second has not seen what the first wrote.")
    @State
    public static class Production extends Steal {

        public Production() {
            super(false);
        }

        @Actor
        public void fast(II_Result r) {
            r.r1 = visitFast();
        }

        @Actor
        public void thief(II_Result r) {
            r.r2 = visitStealing();
        }

        @Arbiter
        public void end(II_Result r) {
            end();
        }
    }

    @JCStressTest
    @Description("The same, on a port without atomic compare-and-exchange.")
    @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "One after the other.")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Two owners at once: forbidden in production.")
    @State
    public static class Canary extends Steal {

        public Canary() {
            super(true);
        }

        @Actor
        public void fast(II_Result r) {
            r.r1 = visitFast();
        }

        @Actor
        public void thief(II_Result r) {
            r.r2 = visitStealing();
        }

        @Arbiter
        public void end(II_Result r) {
            end();
        }
    }
}
