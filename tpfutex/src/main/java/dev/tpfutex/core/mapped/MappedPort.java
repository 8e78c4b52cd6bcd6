package dev.tpfutex.core.mapped;

import dev.tpfutex.core.LifeWatch;
import dev.tpfutex.core.Lock;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.Task;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.shm.SpaceFile;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import dev.tpfutex.shm.linux.Futex;
import dev.tpfutex.shm.linux.Membarrier;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * The port of a mapped space file. Thread-safe. After the mapping has ended each access throws
 * {@link IllegalStateException}; if somebody shortened the file, {@link InternalError}.
 */
public final class MappedPort extends Port {

    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private static final AtomicReference<MappedPort> first = new AtomicReference<>();

    private final SpaceFile file;
    private final MemorySegment memory;
    private final ProcessLiveness liveness;
    private final RunningThreads runningThreads;
    private final VirtualThreads virtualThreads;
    private final boolean barriers;
    private final DamageLog damage;
    private volatile IntConsumer suspicion = epoch -> {};
    private volatile ObjIntConsumer<Lock> ownerDeaths = (lock, tid) -> {};
    private volatile IntConsumer cleanUps = process -> {};

    /**
     * The first port of this JVM and its memory, as constants to the compiler, which folds them and their bounds into
     * the code of the fast paths. Most JVMs have only one space; the ports of others go the longer way.
     */
    private static final class First {
        static final MappedPort PORT = first.get();
        static final MemorySegment MEMORY = PORT.memory;

        /** All but the last long, where nothing is exchanged: see {@link #touched}. */
        static final MemorySegment BUT_LAST = MEMORY.asSlice(0, MEMORY.byteSize() - Long.BYTES);
    }

    /** Whether the barriers of others reach this process; to the compiler, a constant. */
    private static final class Registered {
        static final boolean IS = Membarrier.register();
    }

    /** A port on one mapping of the file. */
    public MappedPort(SpaceFile file, MemorySegment memory) {
        super(file.layout());
        this.file = file;
        this.memory = memory;
        this.barriers = file.hasBarriers();
        first.compareAndSet(null, this);
        this.liveness = new ProcessLiveness(this, file);
        this.runningThreads = new RunningThreads(this, liveness);
        this.virtualThreads = new VirtualThreads(this);
        this.damage = new DamageLog(file.path(), this);
    }

    /** The first port of this JVM; to the compiler, a constant. Once there is one. */
    public static MappedPort first() {
        return First.PORT;
    }

    /**
     * Has the threads of this process be readers without barriers of their own; the first call may take milliseconds.
     *
     * @return false if they cannot, and go on with barriers
     */
    public boolean prepareForReaders() {
        return barriers && Registered.IS;
    }

    /** Whom to tell when a waiter finds the coordinator silent. */
    public void onSuspicion(IntConsumer action) {
        suspicion = action;
    }

    /** Whom to tell what this process has done about deaths: {@link Port#ownerDied}, {@link Port#cleanedUp}. */
    public void onDeath(ObjIntConsumer<Lock> ofOwner, IntConsumer cleanedUp) {
        ownerDeaths = ofOwner;
        cleanUps = cleanedUp;
    }

    /**
     * Ties a life word to the calling platform thread, so that the kernel tells of its end.
     *
     * @param life offset of the word
     * @param osTid the thread's id
     */
    public void tieToThread(long life, int osTid) {
        file.tieToThread(life, osTid);
    }

    /** Takes back what {@link #tieToThread} has done. */
    public void untieFromThread(long life) {
        file.untieFromThread(life);
    }

    /** The virtual threads of this process that wait. */
    public VirtualThreads virtualThreads() {
        return virtualThreads;
    }

    private MemorySegment memory() {
        return this == First.PORT ? First.MEMORY : memory;
    }

    /**
     * The memory that is loaded from before an exchange. If somebody has shortened the file, a load throws while an
     * exchange in code that is not compiled yet would crash the JVM. The compiler drops the load, as nobody uses its
     * result; and since what lies within this lies well within {@link #memory()}, it checks the bounds only once.
     */
    private MemorySegment touched() {
        return this == First.PORT ? First.BUT_LAST : memory;
    }

    private void touchInt(long at) {
        int unused = (int) INT.get(touched(), at);
    }

    private void touchLong(long at) {
        long unused = (long) LONG.get(touched(), at);
    }

    // ---- shared memory -------------------------------------------------------------------------

    @Override
    public int getInt(long at) {
        return (int) INT.getVolatile(memory(), at);
    }

    @Override
    public void putInt(long at, int value) {
        INT.setVolatile(memory(), at, value);
    }

    @Override
    public void putIntOrdered(long at, int value) {
        INT.setRelease(memory(), at, value);
        VarHandle.storeStoreFence();
    }

    @Override
    public int compareAndExchangeInt(long at, int expected, int value) {
        touchInt(at);
        return (int) INT.compareAndExchange(memory(), at, expected, value);
    }

    @Override
    public int getAndSetInt(long at, int value) {
        touchInt(at);
        return (int) INT.getAndSet(memory(), at, value);
    }

    @Override
    public void putIntBeforeLoad(long at, int value) {
        if (prepareForReaders()) {
            INT.setRelease(memory(), at, value);
            // For the compilers, which move neither this store nor the next load across; to the processor of x86-64
            // they say nothing.
            VarHandle.releaseFence();
            VarHandle.acquireFence();
        } else {
            getAndSetInt(at, value);
        }
    }

    @Override
    public void barrierForAll() {
        if (barriers) {
            Membarrier.everywhere();
        }
    }

    @Override
    public int getAndAddInt(long at, int delta) {
        touchInt(at);
        return (int) INT.getAndAdd(memory(), at, delta);
    }

    @Override
    public long getLong(long at) {
        return (long) LONG.getVolatile(memory(), at);
    }

    @Override
    public void putLong(long at, long value) {
        LONG.setVolatile(memory(), at, value);
    }

    @Override
    public void putLongOrdered(long at, long value) {
        LONG.setRelease(memory(), at, value);
        VarHandle.storeStoreFence();
    }

    @Override
    public long compareAndExchangeLong(long at, long expected, long value) {
        touchLong(at);
        return (long) LONG.compareAndExchange(memory(), at, expected, value);
    }

    @Override
    public long getAndSetLong(long at, long value) {
        touchLong(at);
        return (long) LONG.getAndSet(memory(), at, value);
    }

    @Override
    public long getAndBitwiseOrLong(long at, long mask) {
        touchLong(at);
        return (long) LONG.getAndBitwiseOr(memory(), at, mask);
    }

    @Override
    public byte[] getBytes(long at, int length) {
        return memory().asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public void putBytes(long at, byte[] bytes) {
        MemorySegment.copy(bytes, 0, memory(), ValueLayout.JAVA_BYTE, at, bytes.length);
    }

    // ---- sleeping and waking -------------------------------------------------------------------

    @Override
    public boolean onVirtualThread() {
        return Thread.currentThread().isVirtual();
    }

    @Override
    public void park(Task task, long at, int expected, long nanos, boolean interruptible) {
        if (Thread.currentThread().isVirtual()) {
            virtualThreads.park(task.slot(), at, expected, nanos, interruptible);
        } else if (interruptible) {
            new InterruptWaker(this, task.slot()).park(() -> awaitWord(at, expected, nanos));
        } else {
            awaitWord(at, expected, nanos);
        }
    }

    @Override
    public void parkWhileAlive(
            Task task, long at, int expected, long nanos, boolean interruptible, LifeWatch other) {
        if (other == null || Thread.currentThread().isVirtual()) {
            park(task, at, expected, nanos, interruptible);
        } else if (interruptible) {
            new InterruptWaker(this, task.slot()).park(() -> awaitBoth(at, expected, nanos, other));
        } else {
            awaitBoth(at, expected, nanos, other);
        }
    }

    private void awaitBoth(long at, int expected, long nanos, LifeWatch other) {
        // Through the segment first, as below.
        if (getInt(at) == expected && getInt(other.at()) == other.alive()) {
            Futex.awaitAll(
                    new long[] {memory.address() + at, memory.address() + other.at()},
                    new int[] {expected, other.alive()},
                    nanos);
        }
    }

    @Override
    public void awaitWord(long at, int expected, long nanos) {
        // Through the segment first: after the mapping has ended this throws where the kernel would not.
        if (getInt(at) == expected) {
            Futex.await(memory.address() + at, expected, nanos);
        }
    }

    @Override
    public void awaitWord(long at, int expected, long nanos, List<LifeWatch> alive) {
        if (alive.isEmpty()) {
            awaitWord(at, expected, nanos);
            return;
        }
        long[] addresses = new long[alive.size() + 1];
        int[] values = new int[addresses.length];
        addresses[0] = memory.address() + at;
        values[0] = expected;
        for (int i = 1; i < addresses.length; i++) {
            addresses[i] = memory.address() + alive.get(i - 1).at();
            values[i] = alive.get(i - 1).alive();
        }
        if (getInt(at) == expected) {
            Futex.awaitAll(addresses, values, nanos);
        }
    }

    @Override
    public void wakeWord(long at) {
        Futex.wakeAll(memory.address() + at);
    }

    @Override
    public void wakeVirtual(int slot) {
        if (virtualThreads.unpark(slot)) {
            return;
        }
        int process = TaskControl.process(getLong(layout().task(slot) + TaskLayout.CONTROL));
        if (process < layout().maxProcesses()) {
            long listener = layout().process(process) + ProcessLayout.LISTENER;
            getAndAddInt(listener, 1);
            wakeWord(listener);
        }
    }

    @Override
    public boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }

    @Override
    public void relax(int units) {
        for (int i = 0; i < units; i++) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void yieldProcessor() {
        Thread.yield();
    }

    // ---- time and liveness ---------------------------------------------------------------------

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public boolean processDead(int process) {
        return liveness.isDead(process);
    }

    @Override
    public boolean claimProcess(int process) {
        return liveness.claim(process);
    }

    @Override
    public void unclaimProcess(int process) {
        liveness.unclaim(process);
    }

    @Override
    public boolean looksRunning(Task asker, int slot) {
        return runningThreads.looksRunning(asker.slot(), slot);
    }

    @Override
    public void endLooking(Task asker) {
        runningThreads.forget(asker.slot());
    }

    @Override
    public boolean looksStopped(int slot) {
        return runningThreads.looksStopped(slot);
    }

    @Override
    public void suspectCoordinator(int epoch) {
        suspicion.accept(epoch);
    }

    @Override
    public void ownerDied(Lock lock, int tid) {
        ownerDeaths.accept(lock, tid);
    }

    @Override
    public void cleanedUp(int process) {
        cleanUps.accept(process);
    }

    @Override
    public void corrupt(long at, String what) {
        damage.report(at, what);
    }
}
