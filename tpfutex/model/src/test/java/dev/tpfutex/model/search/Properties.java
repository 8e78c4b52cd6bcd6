package dev.tpfutex.model.search;

import dev.tpfutex.core.Errno;
import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.ProcessControl;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.LockLayout;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.Arrays;

/** What must hold, checked at each write, at each result, whenever everybody sleeps, and at the end. */
final class Properties {

    /** Nothing in a scenario justifies that it takes longer. */
    private static final long HORIZON_NANOS = 2_000_000_000L;

    private static final long HANDOFF_NANOS = 5_000_000;

    final int word;
    final int top;
    private final int consistency;
    private final int[] records;
    private final Model model;
    private final Shape shape;

    /** Null for a mutex. */
    final ReaderProperties readers;

    Properties(Model model) {
        this.model = model;
        this.shape = model.shape;
        this.word = model.cells.indexOf(model.scenario.lock().word());
        this.top = model.cells.indexOf(model.scenario.lock().top());
        this.records = new int[model.scenario.clients()];
        Arrays.setAll(records, i -> model.cells.indexOf(model.scenario.layout().process(i) + ProcessLayout.CONTROL));
        this.consistency = model.cells.indexOf(model.scenario.lock().consistency());
        this.readers = model.scenario.hasReaders() ? new ReaderProperties(model, word, top) : null;
    }

    static void require(boolean holds, String property) {
        if (!holds) {
            throw new Violation(property);
        }
    }

    private long word(long[] state) {
        return state[shape.cell(word)];
    }

    private long top(long[] state) {
        return state[shape.cell(top)];
    }

    /** The client that was issued a tid with this slot, and not given it back; -1 if none. */
    int clientOf(long[] state, int slot) {
        for (int client = model.scenario.clients() - 1; client >= 0; client--) {
            int tid = (int) state[shape.tid(client)];
            if (tid != 0 && Tid.slot(tid) == slot) {
                return client;
            }
        }
        return -1;
    }

    int clientWithTid(long[] state, int tid) {
        for (int client = 0; client < model.scenario.clients(); client++) {
            if (tid != 0 && state[shape.tid(client)] == tid) {
                return client;
            }
        }
        return -1;
    }

    private boolean has(long[] state, int bit) {
        return (state[Shape.HEALTH] & bit) != 0;
    }

    // ---- at each write -------------------------------------------------------------------------

    void wrote(long[] state, int actor, int cell, long before, long after) {
        Cast writer = model.cast.get(actor);
        int client = writer.is(Cast.Role.CLIENT) ? writer.index() : -1;
        if (cell == word) {
            ownerMayChange(state, client, FutexWord.tid(before), FutexWord.tid(after));
        }
        if (client >= 0 && (cell == word || cell == consistency)) {
            follow(state, client);
        }
        if (cell == top && TopWord.has(before, TopWord.HANDOFF) && !stillAsks(after, TopWord.tid(before))) {
            forgetRequests(state, TopWord.tid(before));
        }
        if (cell == top && TopWord.tid(before) != TopWord.tid(after)) {
            state[Shape.ROLE_SINCE] = TopWord.tid(after) == 0 ? 0 : model.now(state);
        }
        long at = model.cells.addressOf(cell);
        if (at >= model.scenario.layout().tasks() && at < Cells.BEYOND) {
            long field = (at - model.scenario.layout().tasks()) % TaskLayout.SIZE;
            if (field == TaskLayout.CONTROL) {
                TidProperties.check(model, state, client, at, before, after);
            }
        }
        if (readers != null) {
            readers.wrote(state, cell, before, after);
        }
    }

    static boolean stillAsks(long top, int tid) {
        return TopWord.tid(top) == tid && TopWord.has(top, TopWord.HANDOFF);
    }

    /** What an unlocker has seen at the beginning was withdrawn. */
    private void forgetRequests(long[] state, int tid) {
        for (int client = 0; client < model.scenario.clients(); client++) {
            if (state[shape.heir(client)] == tid) {
                state[shape.heir(client)] = 0;
            }
        }
    }

    private void ownerMayChange(long[] state, int writer, int from, int to) {
        if (from == to) {
            return;
        }
        if (from != 0) {
            int owner = clientWithTid(state, from);
            require(owner >= 0, "P17: the owner " + Integer.toHexString(from) + " is nobody");
            boolean dead = model.isDead(state, model.client(owner));
            require(owner == writer || dead, "P1: the lock is taken from its living owner task" + owner);
        }
        int heir = clientWithTid(state, to);
        if (heir < 0) {
            return;
        }
        boolean claimed = TopWord.has(top(state), TopWord.CLAIMED) && TopWord.tid(top(state)) == to;
        // The heir itself may clean up after the dead who had claimed for it.
        state[shape.given(heir)] = heir == writer && !claimed ? 0 : 1;
        require(heir == writer || claimed, "P10: the lock is given to task" + heir + ", which may be gone");
    }

    /** What a client's write means for who is inside, and in what state the protected data is. */
    private void follow(long[] state, int client) {
        long now = word(state);
        boolean mine = FutexWord.tid(now) == state[shape.tid(client)];
        if (state[Shape.INSIDE] != client + 1) {
            if (mine && FutexWord.isInside(now)) {
                require(state[Shape.INSIDE] == 0, "P1: task" + client + " enters, task"
                        + (state[Shape.INSIDE] - 1) + " is inside");
                state[Shape.INSIDE] = client + 1;
            }
        } else if (!mine) {
            state[Shape.INSIDE] = 0;
        } else if (state[shape.cell(consistency)] == LockLayout.NOT_RECOVERABLE) {
            state[Shape.HEALTH] = Shape.LOST;
        } else if (!FutexWord.ownerDied(now)) {
            state[Shape.HEALTH] &= ~Shape.TORN;
        }
    }

    void died(long[] state, int client) {
        if (readers != null) {
            readers.died(state, client);
        }
        if (state[Shape.INSIDE] == client + 1) {
            state[Shape.INSIDE] = 0;
            state[Shape.HEALTH] |= has(state, Shape.LOST) ? 0 : Shape.TORN;
        }
    }

    // ---- at each result ------------------------------------------------------------------------

    void event(long[] state, int actor, Op op) {
        int client = model.cast.get(actor).index();
        switch ((int) op.x()) {
            case Events.ISSUED -> {
                require(clientWithTid(state, (int) op.y()) < 0, "P17: a tid is issued twice");
                state[shape.tid(client)] = op.y();
            }
            case Events.LOCKED -> locked(state, client, (int) op.y(), op.text());
            case Events.UNLOCKING -> {
                boolean asked = TopWord.has(top(state), TopWord.HANDOFF) && FutexWord.hasWaiters(word(state));
                state[shape.heir(client)] = asked ? TopWord.tid(top(state)) : 0;
            }
            case Events.UNLOCKED -> unlocked(state, client, (int) op.y(), op.text() != null);
            case Events.COORDINATOR_SUSPECTED -> model.faults.replaceHost(state);
            case Events.MARKED_CONSISTENT ->
                require(!FutexWord.ownerDied(word(state)), "P14: still marked after the repair");
            case Events.UNLOCKED_BY_STRANGER ->
                require(Errno.EPERM.is((int) op.y()), "P4: unlock by a stranger returns " + op.y());
            default -> readers.event(state, client, op);
        }
    }

    private void locked(long[] state, int client, int result, String how) {
        if (result < 0) {
            failed(state, client, result, how);
            return;
        }
        require(state[Shape.INSIDE] == client + 1, "P1: task" + client + " returns with the lock, inside is task"
                + (state[Shape.INSIDE] - 1));
        boolean told = Status.ownerDied(result);
        require(told == has(state, Shape.TORN) && !has(state, Shape.LOST), "P14: told " + told + ", torn="
                + has(state, Shape.TORN) + " lost=" + has(state, Shape.LOST));
        long token = FutexWord.passage(word(state)) + 1 >>> 1;
        require(token > state[Shape.TOKEN], "P3: token " + token + " after " + state[Shape.TOKEN]);
        state[Shape.TOKEN] = token;
        if (readers != null) {
            readers.owns(state, client);
        }
        boolean given = state[shape.given(client)] != 0;
        require(given == (Status.how(result) == Status.HANDOFF),
                "P7: status " + Status.how(result) + ", given=" + given);
    }

    /** {@code how}: the deadline, and whether interruptible. */
    private void failed(long[] state, int client, int result, String how) {
        require(FutexWord.tid(word(state)) != state[shape.tid(client)], "P5: error " + result + " for the owner");
        checkReason(state, client, result, how);
        // Unless another had it in between. (If not reduced, there are steps between the last look and the result.)
        boolean free = FutexWord.isFree(word(state)) && !has(state, Shape.LOST) && !model.cameTooLate
                && !needsRole(state, client);
        require(!Errno.ETIMEDOUT.is(result) || !free || !model.scenario.isReduced(), "P12: a free lock is not taken");
        if (readers != null) {
            readers.failed(state, client, result);
        }
    }

    /** Who wants to be upgradable needs the role as well, which may have been taken when it looked. */
    private boolean needsRole(long[] state, int client) {
        return readers != null && readers.wish(state, client) == Shape.TO_READ_UPGRADABLY;
    }

    void checkReason(long[] state, int client, int result, String how) {
        long deadline = Long.parseLong(how.substring(1));
        boolean interrupted = how.charAt(0) == 'i' && model.value(state, Cells.interrupted(client)) != 0;
        boolean late = model.now(state) >= deadline;
        boolean right = Errno.ETIMEDOUT.is(result) && late
                || Errno.EINTR.is(result) && interrupted
                || Errno.ENOTRECOVERABLE.is(result) && has(state, Shape.LOST);
        require(right, "P12: error " + result + " without a reason");
    }

    private void unlocked(long[] state, int client, int result, boolean givesUp) {
        require(!givesUp || has(state, Shape.LOST), "P14: unlocked unrepaired, and still recoverable");
        require(result >= 0, "P4: the owner's unlock returns " + result);
        int heir = (int) state[shape.heir(client)];
        state[shape.heir(client)] = 0;
        if (heir == 0 || FutexWord.tid(word(state)) == heir) {
            return;
        }
        require(!stillAsks(top(state), heir), "P10: asked for a hand-off, the unlock frees the lock");
    }

    /** A top waiter that has been patient for long enough does not sleep without having asked for a hand-off. */
    void fallsAsleep(long[] state, int actor, int cell) {
        int client = model.cast.get(actor).is(Cast.Role.CLIENT) ? model.cast.get(actor).index() : -1;
        boolean isTop = client >= 0 && TopWord.tid(top(state)) == state[shape.tid(client)] && cell != model.clockCell();
        // It has looked at the clock some steps ago.
        boolean exact = model.scenario.clockStandsStill(state);
        boolean isLong = model.now(state) - state[Shape.ROLE_SINCE] >= HANDOFF_NANOS;
        boolean asks = TopWord.has(top(state), TopWord.HANDOFF);
        boolean upgrades = TopWord.has(top(state), TopWord.UPGRADABLE);
        require(!isTop || !exact || !isLong || asks || upgrades, "P10: the top waiter asks for no hand-off");
    }

    void allAsleep(long[] state) {
        Quiet.check(model, state);
    }

    void timePassed(long[] state) {
        require(model.elapsed(state) < HORIZON_NANOS, "P11: not over after " + HORIZON_NANOS + " ns");
    }

    // ---- at the end ----------------------------------------------------------------------------

    boolean isSettled(long[] state, int client) {
        int actor = model.client(client);
        if (!model.isDead(state, actor)) {
            return state[shape.status(actor)] == Shape.DONE;
        }
        return !ProcessControl.isInUse(state[shape.cell(records[client])]);
    }

    boolean isOver(long[] state) {
        for (int client = 0; client < model.scenario.clients(); client++) {
            if (!isSettled(state, client)) {
                return false;
            }
        }
        return true;
    }

    void atEnd(long[] state) {
        int residual = FutexWord.seedWord(word(state)) & ~(FutexWord.OWNER_DIED | FutexWord.WAITERS);
        if (readers != null) {
            readers.checkRest(state, residual);
        } else {
            require(residual == 0, "P6: the word is left " + Integer.toHexString(residual));
        }
        require(TopWord.tid(top(state)) == 0, "P6: the role is left with " + TopWord.tid(top(state)));
        int host = model.find(Cast.Role.HOST, 0);
        boolean idle = model.isParked(state, host) && state[shape.wakeTime(host)] == Long.MAX_VALUE;
        require(!idle || !model.scenario.coordinatorIsSteady() || top(state) == 0, "P6: the role is kept for nobody");
        boolean marked = FutexWord.ownerDied(word(state));
        require(marked == (state[Shape.HEALTH] != 0), "P14: marked=" + marked + ", health " + state[Shape.HEALTH]);
    }
}
