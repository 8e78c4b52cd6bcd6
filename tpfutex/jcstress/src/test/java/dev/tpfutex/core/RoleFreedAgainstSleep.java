package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
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

@JCStressTest
@Description("Top waiter: leave the role, then ring. Coordinator with a waiter: mark the bell, then look at the role.")
@Outcome(id = "awake, (not )?rung", expect = ACCEPTABLE, desc = "The coordinator has seen the free role, or the ring.")
@Outcome(id = "asleep, rung", expect = ACCEPTABLE, desc = "Slept, and was woken.")
@Outcome(expect = FORBIDDEN, desc = "The role is free, its heir and the coordinator sleep, and nobody has rung.")
@State
public class RoleFreedAgainstSleep {

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene = new OwnerAndWaiter(space, new ProbePort(space.port));
    private final Coordinator coordinator = SmallSpace.coordinator(scene.port);
    private final Wait top = Wait.exclusive(SmallSpace.task(scene.port, 2), scene.lock, false, Long.MAX_VALUE, false);

    public RoleFreedAgainstSleep() {
        scene.topWaiter.takeRole(top, false);
        scene.enqueue();
        coordinator.cycle();
        scene.port.forgetWakes();
    }

    @Actor
    public void topWaiter() {
        scene.topWaiter.giveUp(top, Errno.ETIMEDOUT.result());
    }

    @Actor
    public void coordinator(LL_Result r) {
        try {
            coordinator.rest(Long.MAX_VALUE);
            r.r1 = "awake";
        } catch (Asleep asleep) {
            r.r1 = OwnerAndWaiter.ASLEEP;
        }
    }

    @Arbiter
    public void end(LL_Result r) {
        r.r2 = scene.port.woke() ? "rung" : "not rung";
        space.giveBack();
    }
}
