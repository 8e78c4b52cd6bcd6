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
@Description("Both lock and unlock, by the fast path if free, else as top waiter with the kernel below.")
@Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "The second owner has seen all that the first wrote.")
@Outcome(expect = FORBIDDEN, desc = "Two owners at once, or the second has not seen what the first wrote.")
@State
public class LockAndUnlock {

    private final FirstSpace space = FirstSpace.take();
    private final FutexMutex mutex = space.mutex();
    private final Hold one = mutex.prepare(space.task(0));
    private final Hold other = mutex.prepare(space.task(1));
    private final PlainData data = new PlainData();

    @Actor
    public void one(II_Result r) {
        r.r1 = visit(one);
    }

    @Actor
    public void other(II_Result r) {
        r.r2 = visit(other);
    }

    private int visit(Hold hold) {
        mutex.lock(hold, Long.MAX_VALUE, false);
        int visit = data.visit();
        mutex.unlock(hold);
        return visit;
    }

    @Arbiter
    public void end(II_Result r) {
        space.giveBack();
    }
}
