package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

@JCStressTest
@Description("Both lock and unlock twice, by the fast path if free, else as top waiter with the kernel below.")
@Outcome(
        id = {"12, 34", "13, 24", "14, 23", "23, 14", "24, 13", "34, 12"},
        expect = ACCEPTABLE,
        desc = "Each owner has seen all that those before it wrote.")
@Outcome(expect = FORBIDDEN, desc = "Two owners at once, or one has not seen what another wrote.")
@State
public class LockAndUnlock {

    private static final long LONG_AGO = 1;

    private final FirstSpace space = FirstSpace.take();
    private final FutexMutex mutex = space.mutex();
    private final Hold one = mutex.prepare(space.task(0));
    private final Hold other = mutex.prepare(space.task(1));
    private final PlainData data = new PlainData();

    @Actor
    public void one(II_Result r) {
        r.r1 = visitTwice(one);
    }

    @Actor
    public void other(II_Result r) {
        r.r2 = visitTwice(other);
    }

    /** Waits at most once: there is no coordinator to let a second waiter have its turn. */
    private int visitTwice(Hold hold) {
        mutex.lock(hold, Long.MAX_VALUE, false);
        int first = visit(hold);
        while (mutex.lock(hold, LONG_AGO, false) < 0) {
            Thread.onSpinWait();
        }
        return 10 * first + visit(hold);
    }

    private int visit(Hold hold) {
        int visit = data.visit();
        mutex.unlock(hold);
        return visit;
    }

    @Arbiter
    public void end(II_Result r) {
        space.giveBack();
    }
}
