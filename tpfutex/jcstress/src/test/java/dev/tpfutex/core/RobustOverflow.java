package dev.tpfutex.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.tpfutex.shm.layout.TaskLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

@JCStressTest
@Description("A task with a full robust list locks and unlocks two more, while somebody looks where they are named.")
@Outcome(id = "free", expect = ACCEPTABLE, desc = "Not owned when looked at.")
@Outcome(id = "by overflow", expect = ACCEPTABLE, desc = "The overflow word makes a cleaner look everywhere.")
@Outcome(id = "by name", expect = ACCEPTABLE, desc = "The overflow-pending word names the lock.")
@Outcome(expect = FORBIDDEN, desc = "The lock is owned, and nothing in its owner's slot leads to it.")
@State
public class RobustOverflow {

    private static final int LOOKED_AT = TaskLayout.ENTRY_COUNT;
    private static final int OTHER = LOOKED_AT + 1;

    private final SmallSpace space = SmallSpace.take();
    private final ProbePort port = new ProbePort(space.port);
    private final TpFutex futex = new TpFutex(port, (lock, owner) -> {});
    private final Task task = SmallSpace.task(port, 0);
    private final FutexMutex lookedAt = mutex(LOOKED_AT);
    private final FutexMutex other = mutex(OTHER);

    public RobustOverflow() {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            lock(mutex(i));
        }
        other.unlock(lock(other));
    }

    private FutexMutex mutex(int index) {
        return new FutexMutex(port, futex, space.lock(index));
    }

    private Hold lock(FutexMutex mutex) {
        Hold hold = mutex.prepare(task);
        mutex.tryLock(hold);
        return hold;
    }

    @Actor
    public void owner() {
        Hold first = lock(lookedAt);
        Hold second = lock(other);
        other.unlock(second);
        lookedAt.unlock(first);
    }

    /** Stores go in order: what is seen of one instant covers at least what was seen before. */
    @Actor
    public void observer(L_Result r) {
        space.stagger();
        if (FutexWord.tid(port.getLong(space.lock(LOOKED_AT).word())) != task.tid()) {
            r.r1 = "free";
        } else if (port.getInt(task.base() + TaskLayout.OVERFLOW) != 0) {
            r.r1 = "by overflow";
        } else {
            boolean named = port.getInt(task.base() + TaskLayout.OVERFLOW_PENDING) == LOOKED_AT + 1;
            r.r1 = named ? "by name" : "nowhere";
        }
    }

    @Arbiter
    public void end(L_Result r) {
        space.giveBack();
    }
}
