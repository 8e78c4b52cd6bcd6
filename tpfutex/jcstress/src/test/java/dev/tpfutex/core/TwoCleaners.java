package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tpfutex.core.recovery.TaskRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZZ_Result;

@JCStressTest
@Description("Two clean up after the same dead owner at once.")
@Outcome(id = "1, true, true", expect = ACCEPTABLE,
        desc = "One death counted, the lock free and marked, the slot free.")
@Outcome(expect = FORBIDDEN, desc = "The death was told twice or not at all.")
@State
public class TwoCleaners {

    private final SmallSpace space = SmallSpace.take();
    private final OwnerAndWaiter scene = new OwnerAndWaiter(space, new ProbePort(space.port));
    private final TaskRecovery recovery = new TaskRecovery(scene.port);
    private final int dead = scene.owner.tid();

    @Actor
    public void one() {
        recovery.clean(dead);
    }

    @Actor
    public void other() {
        recovery.clean(dead);
    }

    @Arbiter
    public void end(IZZ_Result r) {
        r.r1 = scene.port.getInt(scene.lock.at(LockLayout.OWNER_DEATHS));
        r.r2 = FutexWord.seedWord(scene.port.getLong(scene.lock.word())) == FutexWord.OWNER_DIED;
        r.r3 = !new TaskTable(scene.port).isIssued(dead);
        space.giveBack();
    }
}
