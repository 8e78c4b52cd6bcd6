package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IL_Result;

@JCStressTest
@Description("The owner hands over to the top waiter, while a third task tries to steal.")
@Outcome(id = "0, heir", expect = ACCEPTABLE, desc = "The lock was never free.")
@Outcome(expect = FORBIDDEN, desc = "The thief has got a lock that was promised to another.")
@State
public class HandOffAgainstThief {

    private static final int TRIES = 4;

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene = new OwnerAndWaiter(space, new ProbePort(space.port));
    private final Task thief = SmallSpace.task(scene.port, 2);

    public HandOffAgainstThief() {
        scene.askForHandOff();
    }

    @Actor
    public void owner() {
        scene.mutex.unlock(scene.owner);
    }

    @Actor
    public void thief(IL_Result r) {
        for (int i = 0; i < TRIES; i++) {
            if (scene.futex.tryLock(thief, scene.lock) >= 0) {
                r.r1++;
            }
        }
    }

    @Arbiter
    public void end(IL_Result r) {
        r.r2 = scene.ownerTid() == scene.waiter.tid() ? "heir" : "another";
        space.giveBack();
    }
}
