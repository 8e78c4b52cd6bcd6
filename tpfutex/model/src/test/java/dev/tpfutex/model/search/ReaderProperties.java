package dev.tpfutex.model.search;

import static dev.tpfutex.model.search.Properties.require;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.RobustEntry;
import dev.tpfutex.core.Status;
import dev.tpfutex.core.TaskControl;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.Arrays;

/**
 * What must hold of readers. A client reads from the return of its call to lock to its call to unlock; a writer that
 * reads on, from the return of its call to unlock.
 */
final class ReaderProperties {

    private static final int UNUSED_BITS = 0x0300_0000;

    private final Model model;
    private final Shape shape;
    private final int word;
    private final int top;

    /** Cells of each slot. */
    private final int[] entries;
    private final int[] controls;

    ReaderProperties(Model model, int word, int top) {
        this.model = model;
        this.shape = model.shape;
        this.word = word;
        this.top = top;
        int slots = model.scenario.layout().maxTasks();
        this.entries = new int[slots];
        this.controls = new int[slots];
        Arrays.setAll(entries, slot -> cellOf(slot, TaskLayout.ENTRIES));
        Arrays.setAll(controls, slot -> cellOf(slot, TaskLayout.CONTROL));
    }

    private int cellOf(int slot, long field) {
        return model.cells.indexOf(model.scenario.layout().task(slot) + field);
    }

    private long word(long[] state) {
        return state[shape.cell(word)];
    }

    /** Whether a client, which is alive, reads. */
    boolean reads(long[] state, int client) {
        return (state[shape.doing(client)] & Shape.READS) != 0;
    }

    /** What a client waits for, or waited last. */
    int wish(long[] state, int client) {
        return (int) state[shape.doing(client)] & Shape.WISH;
    }

    // ---- at each write -------------------------------------------------------------------------

    void wrote(long[] state, int cell, long before, long after) {
        if (cell == word) {
            wordChanged(state, before, after);
        }
        for (int slot = 0; slot < entries.length; slot++) {
            if (cell == word || cell == entries[slot] || cell == controls[slot]) {
                checkCount(state);
                return;
            }
        }
    }

    private void wordChanged(long[] state, long before, long after) {
        boolean sane = !FutexWord.isShared(after) || (FutexWord.seedWord(after) & UNUSED_BITS) == 0;
        require(sane, "P6: the word becomes " + Integer.toHexString(FutexWord.seedWord(after)));
        int owner = FutexWord.tid(after);
        for (int client = 0; client < model.scenario.clients(); client++) {
            boolean other = owner != 0 && owner != FutexWord.tid(before) && state[shape.tid(client)] != owner;
            require(!other || !reads(state, client), "P2: the lock gets an owner while task" + client + " reads");
            if (!FutexWord.hasWaiters(after) && wish(state, client) == Shape.TO_READ) {
                state[shape.heir(client)] = 0;
            }
        }
    }

    /**
     * The count and the entries: nobody is counted who has no share; if all are to be counted, no living reader is
     * missing. While a recount is under way the count means nothing.
     */
    private void checkCount(long[] state) {
        long now = word(state);
        boolean shared = FutexWord.isShared(now);
        if (shared && (FutexWord.seedWord(now) & FutexWord.RECOUNT) != 0) {
            return;
        }
        int most = 0;
        int least = 0;
        for (int slot = 0; slot < entries.length; slot++) {
            long control = state[shape.cell(controls[slot])];
            int tid = Tid.of(slot, TaskControl.generation(control));
            int entry = (int) state[shape.cell(entries[slot])];
            if (TaskControl.isIssued(control) && RobustEntry.isShare(entry, tid)) {
                most++;
                int client = model.properties.clientWithTid(state, tid);
                least += isHeld(entry) && client >= 0 && !model.isDead(state, model.client(client)) ? 1 : 0;
            }
        }
        boolean biased = shared && (FutexWord.seedWord(now) & FutexWord.BIASED) != 0;
        int count = shared ? FutexWord.readers(now) : 0;
        require(count <= most, "P15: the word counts " + count + " readers, " + most + " tasks have a share");
        require(biased || count >= least, "P15: the word counts " + count + " readers, " + least + " tasks read");
    }

    /** The highest bit of an entry stands for a share that is not just coming or going. */
    private static boolean isHeld(int entry) {
        return entry < 0;
    }

    private boolean holds(long[] state, int client) {
        int tid = (int) state[shape.tid(client)];
        int entry = (int) state[shape.cell(entries[Tid.slot(tid)])];
        return tid != 0 && RobustEntry.isShare(entry, tid) && isHeld(entry);
    }

    // ---- at each result ------------------------------------------------------------------------

    void event(long[] state, int client, Op op) {
        int doing = shape.doing(client);
        switch ((int) op.x()) {
            case Events.WISHES -> {
                state[doing] = state[doing] & Shape.READS | op.y();
                long role = state[shape.cell(top)];
                boolean asked = TopWord.has(role, TopWord.HANDOFF) && FutexWord.hasWaiters(word(state));
                state[shape.heir(client)] = asked && op.y() == Shape.TO_READ ? TopWord.tid(role) : 0;
            }
            case Events.SHARED -> shared(state, client, (int) op.y());
            case Events.UNLOCKING_SHARED -> state[doing] = 0;
            case Events.NOT_UPGRADED -> {
                model.properties.checkReason(state, client, (int) op.y(), op.text());
                require(holds(state, client), "P5: not upgraded, and no reader any more");
                state[doing] = Shape.READS;
            }
            default -> require(op.y() >= 0, "P4: a reader's unlock returns " + op.y());
        }
    }

    private void shared(long[] state, int client, int status) {
        require(FutexWord.tid(word(state)) == 0, "P2: task" + client + " reads, the lock has an owner");
        require(state[Shape.HEALTH] == 0, "P14: task" + client + " reads what is torn");
        require(holds(state, client), "P5: task" + client + " reads without a share");
        boolean given = state[shape.given(client)] != 0;
        require(given || Status.how(status) != Status.HANDOFF, "P7: handed over by nobody");
        state[shape.given(client)] = 0;
        int heir = (int) state[shape.heir(client)];
        state[shape.heir(client)] = 0;
        boolean past = heir != 0 && Properties.stillAsks(state[shape.cell(top)], heir);
        require(!past, "P10: one who came after a request for a hand-off reads before that is met");
        state[shape.doing(client)] = Shape.READS;
    }

    /** The owner has been told that it has the lock. */
    void owns(long[] state, int client) {
        state[shape.doing(client)] &= Shape.READS;
        state[shape.heir(client)] = 0;
    }

    void failed(long[] state, int client, int result) {
        int tid = (int) state[shape.tid(client)];
        int entry = (int) state[shape.cell(entries[Tid.slot(tid)])];
        require(!RobustEntry.isShare(entry, tid), "P5: error " + result + " for one with a share");
        state[shape.doing(client)] = 0;
        state[shape.heir(client)] = 0;
    }

    void died(long[] state, int client) {
        state[shape.doing(client)] = 0;
    }

    // ---- while nobody runs, and at the end -----------------------------------------------------

    /** Nobody runs, and no clean-up is due: whoever sleeps in the role must wait for somebody. */
    void checkQuiet(long[] state, int topWaiter, boolean sleeps) {
        long now = word(state);
        if (!FutexWord.isShared(now)) {
            return;
        }
        int seedWord = FutexWord.seedWord(now);
        int shares = 0;
        for (int client = 0; client < model.scenario.clients(); client++) {
            shares += model.isOnStage(state, model.client(client)) && holds(state, client) ? 1 : 0;
        }
        require((seedWord & FutexWord.SHARED_UNLOCK) == 0, "P8: the last reader has left, and nobody goes on");
        if (!sleeps) {
            return;
        }
        boolean recount = (seedWord & FutexWord.RECOUNT) != 0;
        require(!recount || shares > 0, "P8: a recount is begun, nobody ends it");
        boolean upgrades = reads(state, topWaiter);
        if (upgrades) {
            require(shares > 1, "P8: only one reader is left, and sleeps instead of being the owner");
        } else if (wish(state, topWaiter) == Shape.TO_WRITE) {
            require(shares > 0, "P8: no reader is left, the writer sleeps");
        } else {
            boolean mayJoin = !recount && !FutexWord.ownerDied(now) && FutexWord.readers(now) < FutexWord.COUNT_MASK;
            require(!mayJoin, "P8: readers have the lock, and one that could join them sleeps in the role");
        }
    }

    /**
     * What the word may say when all is done: nothing, or that readers leave it alone; or that a recount has begun, but
     * whoever did so is dead or does not want the lock any more. The next one who wants it, ends it.
     */
    void checkRest(long[] state, int residual) {
        boolean biased = residual == (FutexWord.SHARED | FutexWord.BIASED) && model.scenario.type().mayBeBiased();
        boolean recount = residual == (FutexWord.SHARED | FutexWord.RECOUNT) && mayBeLeft(state);
        require(residual == 0 || biased || recount, "P6: the word is left " + Integer.toHexString(residual));
    }

    private boolean mayBeLeft(long[] state) {
        boolean left = model.scenario.type().mayBeBiased();
        for (int actor = 0; actor < model.cast.size(); actor++) {
            left |= model.isDead(state, actor) || model.isStopped(state, actor);
        }
        return left;
    }
}
