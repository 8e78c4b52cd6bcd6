package dev.tpfutex.model;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexMutex;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Hold;
import dev.tpfutex.core.LifeWord;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskTable;
import dev.tpfutex.core.TpFutex;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.core.recovery.ProcessRecovery;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.function.IntConsumer;

/** A process that locks. */
class Client {

    private static final int FIRST_OS_TID = 1000;

    /** Steps, on average, that the kernel takes down a process for. */
    private static final int EXIT_STEPS = 40;

    final int index;
    final Actor actor;
    int steps;

    /** What else happens when this process dies. */
    IntConsumer onDeath = process -> {};

    final World world;
    final SimPort port;
    final Plan plan;
    final Ledger ledger;
    final Lock lock;
    private final TaskTable tasks;
    final FutexMutex mutex;
    Task task;
    Hold hold;

    Client(World world, Plan plan, Ledger ledger, Lock lock, int index) {
        this.world = world;
        this.port = world.port;
        this.plan = plan;
        this.ledger = ledger;
        this.lock = lock;
        this.tasks = new TaskTable(port);
        this.mutex = new FutexMutex(port, new TpFutex(port, new ProcessRecovery(port)), lock);
        this.index = index;
        this.actor = world.spawn("task" + index, index, this::work);
        this.actor.onWrite = this::wrote;
    }

    private void work() {
        task = new Task(port, tasks.allocate(index, 0, new byte[0]), null);
        // Some are virtual threads, or on a system that cannot tell of the end of a thread.
        if (world.chooser.choose(4) != 0) {
            port.pokeInt(LifeWord.at(port, task.slot()), FIRST_OS_TID + index);
        }
        for (int i = 0; i < plan.rounds(); i++) {
            round();
        }
        tasks.free(task);
    }

    /** The kernel's part of a death: the thread ends at once, and its process some time after. */
    private void exit() {
        while (!world.chooser.rarely(EXIT_STEPS)) {
            Actor.pause();
        }
        port.markDead(index);
        onDeath.accept(index);
    }

    void round() {
        long deadline = deadline();
        boolean interruptible = interruptible();
        hold = mutex.prepare(task);
        int result = mutex.lock(hold, deadline, interruptible);
        if (result >= 0) {
            criticalSection(result);
        } else {
            checkError(result, deadline, interruptible);
        }
        actor.interrupted = false;
    }

    long deadline() {
        return plan.timeouts() && world.chooser.choose(2) == 0
                ? world.now() + world.chooser.choose(4) * 5_000_000L
                : Long.MAX_VALUE;
    }

    boolean interruptible() {
        return plan.interrupts() && world.chooser.choose(2) == 0;
    }

    private void criticalSection(int status) {
        leave(enter(status));
    }

    /** The client owns the lock: whether it need not be repaired any more. */
    boolean enter(int status) {
        if (ledger.inside != this) {
            throw new Violation("P1: " + actor + " returns, inside is " + ledger.inside);
        }
        if (ledger.lost || Status.ownerDied(status) != ledger.torn) {
            throw new Violation("P14: told " + Status.ownerDied(status) + ", torn=" + ledger.torn + " lost="
                    + ledger.lost);
        }
        long token = mutex.fencingToken();
        if (token <= ledger.lastToken) {
            throw new Violation("P3: token " + token + " after " + ledger.lastToken);
        }
        ledger.lastToken = token;
        boolean repaired = !Status.ownerDied(status) || world.chooser.choose(8) != 0;
        if (Status.ownerDied(status) && repaired) {
            mutex.markConsistent(hold);
            if (FutexWord.ownerDied(port.lookLong(lock.word()))) {
                throw new Violation("P14: still marked after the repair");
            }
        }
        if (world.chooser.choose(4) == 0) {
            port.nap(30_000_000);
        }
        return repaired;
    }

    void leave(boolean repaired) {
        boolean keepMark = !repaired && world.chooser.choose(2) == 0;
        int result = keepMark ? mutex.unlockUnrepaired(hold) : mutex.unlock(hold);
        if (result < 0) {
            throw new Violation("P4: owner's unlock returned " + result);
        }
    }

    private void noticeEntry(long word) {
        if (task == null || FutexWord.tid(word) != task.tid() || !FutexWord.isInside(word)) {
            return;
        }
        if (ledger.inside != null) {
            throw new Violation("P1: " + actor + " enters, " + ledger.inside.actor + " is inside");
        }
        if (!ledger.readers.isEmpty()) {
            throw new Violation("P2: " + actor + " enters, " + ledger.readers.iterator().next().actor + " reads");
        }
        ledger.inside = this;
    }

    /** A write of this client has been done: what it means for the ledger. */
    private void wrote() {
        long word = port.lookLong(lock.word());
        if (ledger.inside != this) {
            noticeEntry(word);
            return;
        }
        if (FutexWord.tid(word) != task.tid()) {
            ledger.inside = null;
        } else if (port.lookInt(lock.consistency()) == LockLayout.NOT_RECOVERABLE) {
            ledger.lost = true;
            ledger.torn = false;
        } else if (!FutexWord.ownerDied(word)) {
            ledger.torn = false;
        }
    }

    void checkError(int result, long deadline, boolean interruptible) {
        if (FutexWord.tid(port.lookLong(lock.word())) == task.tid()) {
            throw new Violation("P5: error " + result + " but " + port.describe(0));
        }
        if (showsShare()) {
            throw new Violation("P5: error " + result + " but a reader");
        }
        boolean right = isExcused(result, deadline, interruptible)
                || Errno.ENOTRECOVERABLE.is(result) && ledger.lost;
        if (!right) {
            throw new Violation("P12: error " + result + " without a reason");
        }
    }

    boolean isExcused(int result, long deadline, boolean interruptible) {
        return Errno.ETIMEDOUT.is(result) && world.now() >= deadline
                || Errno.EINTR.is(result) && interruptible && actor.interrupted;
    }

    /** Whether the task's entries say that it is or may be a reader. */
    private boolean showsShare() {
        for (int i = 0; i < TaskLayout.ENTRY_COUNT; i++) {
            int entry = port.lookInt(task.base() + TaskLayout.ENTRIES + (long) i * Integer.BYTES);
            if (RobustEntry.isShare(entry, task.tid())) {
                return true;
            }
        }
        return false;
    }

    void die() {
        world.note("task" + index + " dies");
        if (ledger.inside == this) {
            ledger.inside = null;
            ledger.torn = !ledger.lost;
        }
        ledger.readers.remove(this);
        actor.kill();
        if (task != null) {
            port.endThread(LifeWord.at(port, task.slot()));
        }
        world.spawn("exit" + index, index, this::exit);
    }

    boolean lives(int tid) {
        return task != null && task.tid() == tid && !actor.isOver() && !isStopped();
    }

    boolean owns() {
        return task != null
                && (ledger.readers.contains(this) || FutexWord.tid(port.lookLong(lock.word())) == task.tid());
    }

    boolean uses(int slot) {
        return task != null && task.slot() == slot;
    }

    boolean isStopped() {
        return actor.stoppedUntil > world.now();
    }

    /** Waits in the queue, asleep or just looking around. */
    boolean isQueued() {
        return task != null
                && !actor.isOver()
                && WaitWord.state(port.lookLong(task.base() + TaskLayout.WAIT)) == WaitWord.QUEUED;
    }

    /** Has ended, and been cleaned up after if it was killed. */
    boolean isSettled() {
        long control = port.lookLong(port.layout().process(index) + ProcessLayout.CONTROL);
        return actor.isOver() && (!actor.isDead() || !ProcessControl.isInUse(control));
    }
}
