package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

@JCStressTest
@Description("Both lock, ask for their fencing token, and unlock, just as the passage's highest bit changes.")
@Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE, desc = "The second owner's token is the first one's and one.")
@Outcome(expect = FORBIDDEN, desc = "A token twice, a smaller one after a greater one, or one left out.")
@State
public class FencingTokens {

    /** As many owners as leave the next one the last passage with the highest bit clear. */
    private static final int OWNERS_BEFORE = (1 << 30) - 1;

    private final SmallSpace space = SmallSpace.take();
    private final FutexMutex mutex =
            new FutexMutex(space.port, new TpFutex(space.port, (lock, owner) -> {}), space.lock());
    private final Hold one = mutex.prepare(SmallSpace.task(space.port, 0));
    private final Hold other = mutex.prepare(SmallSpace.task(space.port, 1));
    private long last = OWNERS_BEFORE;

    public FencingTokens() {
        space.port.putLongOrdered(space.lock().word(), (long) OWNERS_BEFORE << 1 + Integer.SIZE);
    }

    @Actor
    public void one(JJ_Result r) {
        r.r1 = token(one);
    }

    @Actor
    public void other(JJ_Result r) {
        r.r2 = token(other);
    }

    private long token(Hold hold) {
        while (mutex.tryLock(hold) < 0) {
            Thread.onSpinWait();
        }
        long token = mutex.fencingToken();
        long before = last;
        last = token;
        mutex.unlock(hold);
        return token == before + 1 ? token - OWNERS_BEFORE : -token;
    }

    @Arbiter
    public void end(JJ_Result r) {
        space.giveBack();
    }
}
