package dev.tpfutex.core;

import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.List;

/**
 * All that the protocol can do to the world: shared memory, sleeping and waking, time, and who is alive.
 * In production this is a mapped file and {@code futex(2)}; under the deterministic scheduler it is an
 * array, and each call is a point at which another task may run or this one may die.
 *
 * <p>Offsets are bytes from the start of the space file. Unless a method says otherwise an access is
 * volatile: all such accesses of all processes appear in one total order. An abstract class rather than
 * an interface, so that the compiler binds calls directly while one implementation is loaded.
 */
public abstract class Port {

    private final SpaceLayout layout;

    protected Port(SpaceLayout layout) {
        this.layout = layout;
    }

    /** Where things are in the space. */
    public final SpaceLayout layout() {
        return layout;
    }

    // ---- shared memory -------------------------------------------------------------------------

    public abstract int getInt(long at);

    public abstract void putInt(long at, int value);

    /**
     * A store that stays between the stores before it and the stores after it, without the cost of a full
     * fence: a thread that dies here has made all the earlier ones visible and none of the later.
     */
    public abstract void putIntOrdered(long at, int value);

    /** Compare-and-exchange; returns the witness, which is {@code expected} exactly on success. */
    public abstract int compareAndExchangeInt(long at, int expected, int value);

    public abstract int getAndSetInt(long at, int value);

    /**
     * A store before whatever the caller loads next, as all those see it who look only after {@link #barrierForAll}: if
     * one of them has stored before that, either the caller's load sees it or the look sees this. As
     * {@link #getAndSetInt}, but the barrier may be left to them.
     */
    public abstract void putIntBeforeLoad(long at, int value);

    /** See {@link #putIntBeforeLoad}. Costs microseconds. */
    public abstract void barrierForAll();

    public abstract int getAndAddInt(long at, int delta);

    public abstract long getLong(long at);

    public abstract void putLong(long at, long value);

    /** As {@link #putIntOrdered}. */
    public abstract void putLongOrdered(long at, long value);

    /** As {@link #compareAndExchangeInt}. */
    public abstract long compareAndExchangeLong(long at, long expected, long value);

    public abstract long getAndSetLong(long at, long value);

    public abstract long getAndBitwiseOrLong(long at, long mask);

    /** Copies bytes out with plain accesses: for names, which are written before they are published. */
    public abstract byte[] getBytes(long at, int length);

    /** Copies bytes in with plain accesses. */
    public abstract void putBytes(long at, byte[] bytes);

    public final boolean compareAndSetInt(long at, int expected, int value) {
        return compareAndExchangeInt(at, expected, value) == expected;
    }

    public final boolean compareAndSetLong(long at, long expected, long value) {
        return compareAndExchangeLong(at, expected, value) == expected;
    }

    // ---- sleeping and waking -------------------------------------------------------------------

    /** Whether the calling thread is a virtual one, which must not block in a native call. */
    public abstract boolean onVirtualThread();

    /**
     * Sleeps while the int at {@code at}, the task's own park word, equals {@code expected}.
     *
     * @param nanos at most this long; {@link Long#MAX_VALUE} for ever
     * @param interruptible whether an interrupt ends the sleep; the interrupt status stays set
     */
    public abstract void park(Task task, long at, int expected, long nanos, boolean interruptible);

    /**
     * As {@link #park}, and only while another thread's life word is as in {@code other}: the kernel changes it when the
     * thread ends, and wakes a sleeper. Where one cannot sleep on two words this is {@link #park}.
     *
     * @param other null for none
     */
    public void parkWhileAlive(
            Task task, long at, int expected, long nanos, boolean interruptible, LifeWatch other) {
        park(task, at, expected, nanos, interruptible);
    }

    /** Sleeps while the int at {@code at} equals {@code expected}; for threads that are not tasks. */
    public abstract void awaitWord(long at, int expected, long nanos);

    /**
     * As {@link #awaitWord(long, int, long)}, and only while the life words of some tasks are as given. Where one cannot
     * sleep on so many words, this is the other.
     *
     * @param alive at most {@link LifeWatch#MOST}
     */
    public void awaitWord(long at, int expected, long nanos, List<LifeWatch> alive) {
        awaitWord(at, expected, nanos);
    }

    /** Wakes every thread, of any process, that sleeps on the int at {@code at}. */
    public abstract void wakeWord(long at);

    /** Asks the process of a task slot to unpark its virtual thread. */
    public abstract void wakeVirtual(int slot);

    /** Whether the calling thread is interrupted; leaves the status as it is. */
    public abstract boolean interrupted();

    /** Spends about {@code units} pauses of the processor. */
    public abstract void relax(int units);

    /** Lets another thread have this processor. */
    public abstract void yieldProcessor();

    // ---- time and liveness ---------------------------------------------------------------------

    /** Monotonic nanoseconds, the same for all processes of the host. */
    public abstract long nanoTime();

    /**
     * Whether the process that owns or last owned the record {@code process} is known to be dead. A doubt
     * counts as alive. The answer never changes from dead to alive for the same generation of the record.
     */
    public abstract boolean processDead(int process);

    /** Takes the kernel's lock on a process record for this process; false if another process has it. */
    public abstract boolean claimProcess(int process);

    /** Gives back what {@link #claimProcess} took. */
    public abstract void unclaimProcess(int process);

    /**
     * Whether the thread of a task slot looks as if it were on a processor. A guess: a wrong answer may
     * cost time, never safety.
     *
     * @param asker the task that wants to know, which is the calling thread's
     */
    public abstract boolean looksRunning(Task asker, int slot);

    /** The asker has no more such questions for now: what was kept to answer them can go. */
    public abstract void endLooking(Task asker);

    /** Whether the process of a task slot looks stopped by a signal or a tracer. A guess, as above. */
    public abstract boolean looksStopped(int slot);

    /** Tells this process that the coordinator of {@code epoch} seems to have stopped, or is known to be dead. */
    public abstract void suspectCoordinator(int epoch);

    /**
     * Tells this process that it has freed a lock whose owner died inside the critical section. Only news: it must not
     * touch the space but to look, and must not throw.
     *
     * @param tid the dead owner's, whose slot still says who it was
     */
    public void ownerDied(Lock lock, int tid) {}

    /** Tells this process that it has freed the record of a dead process, last of all. News, as {@link #ownerDied}. */
    public void cleanedUp(int process) {}

    /**
     * Reports shared state that cannot be; the caller goes on without it.
     *
     * @param at the byte
     * @param what is wrong with what is there
     */
    public abstract void corrupt(long at, String what);
}
