package dev.tpfutex.model.search;

import dev.tpfutex.core.LifeWatch;
import dev.tpfutex.core.Port;
import dev.tpfutex.core.ServingWord;
import dev.tpfutex.core.Task;
import dev.tpfutex.shm.layout.SpaceLayout;
import java.util.List;

/** The port of the search: a call becomes an op, unless it is on something that decides nothing. */
final class SearchPort extends Port {

    private final Cells cells;
    private final Relevance relevance;
    private final int client;

    /** For the threads of a client, or of somebody who is never interrupted. */
    SearchPort(SpaceLayout layout, Cells cells, Relevance relevance, int client) {
        super(layout);
        this.cells = cells;
        this.relevance = relevance;
        this.client = client;
    }

    /** An op that is the scenario's, not the protocol's. */
    long perform(Op.Kind kind, long at, long x, long y, String text) {
        return Fiber.perform(cells, kind, at, x, y, text);
    }

    private long perform(Op.Kind kind, long at, long x, long y) {
        return Fiber.perform(cells, kind, at, x, y, null);
    }

    private long load(long at) {
        if (client >= 0 && at == ServingWord.at(this) && !relevance.isServingSeenByClients()) {
            return 0;
        }
        return switch (relevance.of(at)) {
            case FIXED -> relevance.fixed(at);
            case ZERO, STATISTIC -> 0;
            case DECISIVE -> perform(Op.Kind.LOAD, at, 0, 0);
        };
    }

    /** Whether a store goes to memory. */
    private boolean counts(long at, long value) {
        Relevance.Class type = relevance.of(at);
        if (type == Relevance.Class.ZERO && value != 0) {
            throw new IllegalStateException("the search takes " + at + " for a constant 0, not " + value);
        }
        return type == Relevance.Class.DECISIVE;
    }

    private void store(long at, long value) {
        if (counts(at, value)) {
            perform(Op.Kind.STORE, at, value, 0);
        }
    }

    @Override
    public int getInt(long at) {
        return (int) load(at);
    }

    @Override
    public void putInt(long at, int value) {
        store(at, value);
    }

    @Override
    public void putIntOrdered(long at, int value) {
        store(at, value);
    }

    @Override
    public int compareAndExchangeInt(long at, int expected, int value) {
        return perform(Op.Kind.CAS, at, expected, value) != 0 ? expected : ~expected;
    }

    @Override
    public int getAndSetInt(long at, int value) {
        return (int) perform(Op.Kind.EXCHANGE, at, value, 0);
    }

    @Override
    public void putIntBeforeLoad(long at, int value) {
        getAndSetInt(at, value);
    }

    @Override
    public void barrierForAll() {
        // This memory has one order.
    }

    @Override
    public int getAndAddInt(long at, int delta) {
        return counts(at, delta) ? (int) perform(Op.Kind.ADD, at, delta, 0) : 0;
    }

    @Override
    public long getLong(long at) {
        return load(relevance.cell(at));
    }

    @Override
    public void putLong(long at, long value) {
        store(relevance.cell(at), value);
    }

    @Override
    public void putLongOrdered(long at, long value) {
        store(at, value);
    }

    /** Callers only ask whether it has succeeded, so that is all they are told. */
    @Override
    public long compareAndExchangeLong(long at, long expected, long value) {
        return perform(Op.Kind.CAS, at, expected, value) != 0 ? expected : ~expected;
    }

    @Override
    public long getAndSetLong(long at, long value) {
        return perform(Op.Kind.EXCHANGE, at, value, 0);
    }

    @Override
    public long getAndBitwiseOrLong(long at, long mask) {
        return perform(Op.Kind.OR, at, mask, 0);
    }

    @Override
    public byte[] getBytes(long at, int length) {
        return new byte[length];
    }

    @Override
    public void putBytes(long at, byte[] bytes) {
        // Names decide nothing.
    }

    @Override
    public boolean onVirtualThread() {
        return false;
    }

    @Override
    public void park(Task task, long at, int expected, long nanos, boolean interruptible) {
        parkWhileAlive(task, at, expected, nanos, interruptible, null);
    }

    @Override
    public void parkWhileAlive(
            Task task, long at, int expected, long nanos, boolean interruptible, LifeWatch owner) {
        List<LifeWatch> alive = owner == null ? List.of() : List.of(owner);
        Fiber.perform(cells, Op.Kind.SLEEP, at, expected, nanos, interruptible ? "interruptible" : null, alive);
    }

    @Override
    public void awaitWord(long at, int expected, long nanos) {
        perform(Op.Kind.SLEEP, at, expected, nanos);
    }

    @Override
    public void awaitWord(long at, int expected, long nanos, List<LifeWatch> alive) {
        Fiber.perform(cells, Op.Kind.SLEEP, at, expected, nanos, null, alive);
    }

    @Override
    public void wakeWord(long at) {
        perform(Op.Kind.WAKE, at, 0, 0);
    }

    @Override
    public void wakeVirtual(int slot) {
        // No actor is a virtual thread.
    }

    @Override
    public boolean interrupted() {
        return perform(Op.Kind.LOAD, Cells.interrupted(client), 0, 0) != 0;
    }

    @Override
    public void relax(int units) {
        perform(Op.Kind.REST, -1, 0, 0);
    }

    @Override
    public void yieldProcessor() {
        // Always after a pause.
    }

    @Override
    public long nanoTime() {
        return perform(Op.Kind.LOAD, Cells.CLOCK, 0, 0);
    }

    @Override
    public boolean processDead(int process) {
        return perform(Op.Kind.LOAD, Cells.dead(process), 0, 0) != 0;
    }

    @Override
    public boolean claimProcess(int process) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void unclaimProcess(int process) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean looksRunning(Task asker, int slot) {
        return perform(Op.Kind.LOOKS_RUNNING, -1, 2, 0) != 0;
    }

    @Override
    public void endLooking(Task asker) {
        // Nothing is kept.
    }

    @Override
    public boolean looksStopped(int slot) {
        return perform(Op.Kind.LOOKS_STOPPED, -1, slot, 0) != 0;
    }

    @Override
    public void suspectCoordinator(int epoch) {
        // Without life words another host may be elected at any step anyway, as far as the scenario allows.
        if (relevance.isServingSeenByClients()) {
            perform(Op.Kind.EVENT, -1, Events.COORDINATOR_SUSPECTED, epoch);
        }
    }

    @Override
    public void corrupt(long at, String what) {
        throw new IllegalStateException("corrupt: " + what);
    }
}
