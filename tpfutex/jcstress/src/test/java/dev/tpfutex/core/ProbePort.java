package dev.tpfutex.core;

import dev.tpfutex.core.mapped.MappedPort;

/**
 * Memory as in production, but no kernel: a thread that the kernel would put to sleep leaves by {@link Asleep} and
 * stays asleep for the rest of the try; a call that would wake somebody is noted. So a try takes nanoseconds, and a
 * lost wake-up shows: asleep, and nobody made the call.
 */
class ProbePort extends Port {

    /** Thrown where a thread falls asleep. */
    static final class Asleep extends RuntimeException {

        private static final long serialVersionUID = 1;
        private static final Asleep INSTANCE = new Asleep();

        private Asleep() {
            super("asleep", null, false, false);
        }
    }

    private static final int MAX_RELAX = 4;

    private final MappedPort memory;
    private long now = 1;
    private long step;

    /** Written by the one thread of a test that can wake. */
    private boolean woke;

    ProbePort(MappedPort memory) {
        super(memory.layout());
        this.memory = memory;
    }

    /** From here on, so much time passes between two looks at the clock. */
    final void passTime(long nanos) {
        step = nanos;
    }

    /** Forgets the calls so far: the try begins only now. */
    final void forgetWakes() {
        woke = false;
    }

    /** Whether a call was made that wakes a sleeper. For the arbiter. */
    final boolean woke() {
        return woke;
    }

    // ---- shared memory -------------------------------------------------------------------------

    @Override
    public int getInt(long at) {
        return memory.getInt(at);
    }

    @Override
    public void putInt(long at, int value) {
        memory.putInt(at, value);
    }

    @Override
    public void putIntOrdered(long at, int value) {
        memory.putIntOrdered(at, value);
    }

    @Override
    public int compareAndExchangeInt(long at, int expected, int value) {
        return memory.compareAndExchangeInt(at, expected, value);
    }

    @Override
    public int getAndSetInt(long at, int value) {
        return memory.getAndSetInt(at, value);
    }

    @Override
    public void putIntBeforeLoad(long at, int value) {
        memory.putIntBeforeLoad(at, value);
    }

    @Override
    public void barrierForAll() {
        memory.barrierForAll();
    }

    @Override
    public int getAndAddInt(long at, int delta) {
        return memory.getAndAddInt(at, delta);
    }

    @Override
    public long getLong(long at) {
        return memory.getLong(at);
    }

    @Override
    public void putLong(long at, long value) {
        memory.putLong(at, value);
    }

    @Override
    public void putLongOrdered(long at, long value) {
        memory.putLongOrdered(at, value);
    }

    @Override
    public long compareAndExchangeLong(long at, long expected, long value) {
        return memory.compareAndExchangeLong(at, expected, value);
    }

    @Override
    public long getAndSetLong(long at, long value) {
        return memory.getAndSetLong(at, value);
    }

    @Override
    public long getAndBitwiseOrLong(long at, long mask) {
        return memory.getAndBitwiseOrLong(at, mask);
    }

    @Override
    public byte[] getBytes(long at, int length) {
        return memory.getBytes(at, length);
    }

    @Override
    public void putBytes(long at, byte[] bytes) {
        memory.putBytes(at, bytes);
    }

    // ---- sleeping and waking -------------------------------------------------------------------

    @Override
    public boolean onVirtualThread() {
        return false;
    }

    @Override
    public void park(Task task, long at, int expected, long nanos, boolean interruptible) {
        awaitWord(at, expected, nanos);
    }

    /** The kernel compares and puts to sleep in one step; a waker that stored before is not slept through. */
    @Override
    public void awaitWord(long at, int expected, long nanos) {
        if (getInt(at) == expected) {
            throw Asleep.INSTANCE;
        }
    }

    @Override
    public void wakeWord(long at) {
        woke = true;
    }

    @Override
    public void wakeVirtual(int slot) {}

    @Override
    public boolean interrupted() {
        return false;
    }

    @Override
    public void relax(int units) {
        for (int i = 0; i < Math.min(units, MAX_RELAX); i++) {
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
        return now += step;
    }

    @Override
    public boolean processDead(int process) {
        return false;
    }

    @Override
    public boolean claimProcess(int process) {
        return true;
    }

    @Override
    public void unclaimProcess(int process) {}

    @Override
    public boolean looksRunning(Task asker, int slot) {
        return true;
    }

    @Override
    public void endLooking(Task asker) {}

    @Override
    public boolean looksStopped(int slot) {
        return false;
    }

    @Override
    public void suspectCoordinator(int epoch) {}

    @Override
    public void corrupt(long at, String what) {
        throw new AssertionError("byte " + at + ": " + what);
    }
}
