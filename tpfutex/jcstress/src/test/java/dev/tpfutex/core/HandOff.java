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
@Description("The owner writes plain data and unlocks; the top waiter, which has asked for a hand-off, polls.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Handed over, with what the owner wrote.")
@Outcome(expect = FORBIDDEN, desc = "The heir has not seen what the owner wrote, or was not woken.")
@State
public class HandOff {

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene = new OwnerAndWaiter(space, new ProbePort(space.port));
    private int data;

    public HandOff() {
        scene.askForHandOff();
    }

    @Actor
    public void owner() {
        data = 1;
        scene.mutex.unlock(scene.owner);
    }

    @Actor
    public void heir(II_Result r) {
        int status = scene.topWaiter.acquire(scene.wait);
        r.r1 = Status.how(status) == Status.HANDOFF ? data : -1;
    }

    @Arbiter
    public void end(II_Result r) {
        r.r2 = scene.isNotified() ? 1 : 0;
        space.giveBack();
    }
}
