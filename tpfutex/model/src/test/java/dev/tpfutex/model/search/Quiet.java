package dev.tpfutex.model.search;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Tid;
import dev.tpfutex.core.TopWord;
import dev.tpfutex.core.WaitWord;
import dev.tpfutex.shm.layout.TaskLayout;

/** Nobody runs and no time has passed: whoever waits must wait for something that will come. */
final class Quiet {

    /** A coordinator that naps no longer than this is as good as awake. */
    private static final long SOON_NANOS = 1_000_000;

    /** A stopped waiter must not hold up the others for longer. */
    private static final long PATIENCE_NANOS = 100_000_000;

    private final Model model;
    private final Shape shape;
    private final long[] state;
    private final boolean free;
    private final int owner;
    private final long top;
    private final int topWaiter;
    private boolean anybodyQueued;
    private boolean anybodyStopped;
    private boolean hostStopped;
    private boolean cleanUpDue;
    private boolean resting;

    private Quiet(Model model, long[] state) {
        this.model = model;
        this.shape = model.shape;
        this.state = state;
        long word = state[shape.cell(model.properties.word)];
        this.free = FutexWord.isFree(word);
        this.owner = model.properties.clientWithTid(state, FutexWord.tid(word));
        this.top = state[shape.cell(model.properties.top)];
        this.topWaiter = model.properties.clientWithTid(state, TopWord.tid(top));
    }

    static void check(Model model, long[] state) {
        Quiet quiet = new Quiet(model, state);
        quiet.lookAtClients();
        quiet.lookAtHost();
        quiet.check();
    }

    /** The same before the process of a dead thread is gone: the kernel has told of the thread's end. */
    static void checkExit(Model model, long[] state, Cast dead) {
        Quiet quiet = new Quiet(model, state);
        if (dead.is(Cast.Role.HOST)) {
            quiet.checkExitOfHost();
        } else if (model.scenario.isToldAtOnce()) {
            quiet.checkExitOfClient();
        }
    }

    private void checkExitOfHost() {
        lookAtClients();
        boolean replaced = false;
        for (int i = 0; i < model.cast.size(); i++) {
            replaced |= model.cast.get(i).is(Cast.Role.HOST) && model.isOnStage(state, i);
        }
        Properties.require(replaced || !anybodyQueued, "P16: the coordinator's thread has ended, the queue sleeps");
    }

    private void checkExitOfClient() {
        boolean ownerIsExiting = owner >= 0 && model.faults.isExiting(state, model.client(owner));
        boolean sleeps = lives(topWaiter) && sleepsOnParkWord(topWaiter);
        Properties.require(!ownerIsExiting || !sleeps, "P13: the owner's thread has ended, the top waiter sleeps");
    }

    private void lookAtClients() {
        for (int client = 0; client < model.scenario.clients(); client++) {
            int actor = model.client(client);
            boolean queued = model.isOnStage(state, actor) && waitState(client) == WaitWord.QUEUED;
            anybodyQueued |= queued && !model.isStopped(state, actor);
            anybodyStopped |= model.isStopped(state, actor);
            cleanUpDue |= model.isDead(state, actor) && !model.properties.isSettled(state, client);
        }
    }

    /** Looks at the host that was elected last and lives. */
    private void lookAtHost() {
        int host = -1;
        for (int i = 0; i < model.cast.size(); i++) {
            if (model.cast.get(i).is(Cast.Role.HOST) && model.isOnStage(state, i)) {
                host = i;
                hostStopped |= model.isStopped(state, i);
            }
        }
        resting = host >= 0
                && model.isParked(state, host)
                && state[shape.wakeTime(host)] - model.now(state) > SOON_NANOS;
    }

    private boolean lives(int client) {
        return client >= 0 && model.isOnStage(state, model.client(client));
    }

    private int waitState(int client) {
        int tid = (int) state[shape.tid(client)];
        long at = model.scenario.layout().task(Tid.slot(tid)) + TaskLayout.WAIT;
        return tid == 0 ? WaitWord.IDLE : WaitWord.state(model.value(state, at));
    }

    private boolean sleepsOnParkWord(int client) {
        int actor = model.client(client);
        return model.isParked(state, actor) && model.op(state, actor).cell() != model.clockCell();
    }

    /** A reader that waits to leave until a recount has ended. */
    private boolean isJustNapping(int client) {
        return model.properties.readers != null
                && state[shape.wakeTime(model.client(client))] - model.now(state) <= SOON_NANOS;
    }

    private void check() {
        if (anybodyStopped || hostStopped) {
            checkStopped();
            return;
        }
        if (cleanUpDue && !resting) {
            return;
        }
        Properties.require(!free || !lives(topWaiter), "P8: free lock, sleeping top waiter");
        if (model.properties.readers != null) {
            boolean sleeps = lives(topWaiter) && sleepsOnParkWord(topWaiter) && !isJustNapping(topWaiter);
            model.properties.readers.checkQuiet(state, topWaiter, sleeps);
        }
        for (int client = 0; client < model.scenario.clients(); client++) {
            if (sleepsOnParkWord(client) && !isJustNapping(client)) {
                Properties.require(client != owner, "P8: the owner sleeps");
                boolean waits = waitState(client) != WaitWord.IDLE || client == topWaiter;
                Properties.require(waits, "P8: task" + client + " sleeps where nobody will wake it");
                Properties.require(waitState(client) != WaitWord.GRANTED, "P9: the one granted the role sleeps");
            }
        }
        boolean roleOfNobody = TopWord.tid(top) != 0 && !lives(topWaiter);
        Properties.require(lives(topWaiter) || !resting || !anybodyQueued && !roleOfNobody,
                "P9: free role, sleeping queue and coordinator");
    }

    private void checkStopped() {
        boolean isLong = model.now(state) - (state[Shape.STOPPED_UNTIL] - Model.STOP_NANOS) > PATIENCE_NANOS;
        boolean holdsUp = free && anybodyQueued && !hostStopped;
        Properties.require(!holdsUp || !isLong, "P11: a stopped waiter keeps others from a free lock");
    }
}
