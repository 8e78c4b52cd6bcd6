package dev.tpfutex.model.search;

import java.util.Arrays;

/** What can happen next in a state: first whoever ran last, then the others, then the faults. */
final class Actions {

    private static final int[] NONE = {};

    private final Model model;
    private final long[] state;
    private int[] list = new int[32];
    private int size;
    private boolean anybodyRuns;

    Actions(Model model, long[] state) {
        this.model = model;
        this.state = state;
    }

    int[] list() {
        boolean over = model.properties.isOver(state);
        addRuns();
        addContinuations();
        if (over) {
            return size == 0 ? NONE : Arrays.copyOf(list, size);
        }
        addFaults();
        boolean exits = addExits();
        boolean mayWait = state[Shape.STOPPED_UNTIL] == 0
                || !anybodyIsStopped()
                || model.now(state) < state[Shape.STOPPED_UNTIL];
        if (!anybodyRuns && !exits && mayWait && model.nextTimer(state) != Long.MAX_VALUE) {
            add(Model.action(Model.TIME, 0, 0));
        }
        if (size == 0) {
            throw new Violation("P8: everybody sleeps for ever");
        }
        return Arrays.copyOf(list, size);
    }

    private boolean anybodyIsStopped() {
        for (int actor = 0; actor < model.cast.size(); actor++) {
            if (model.isStopped(state, actor)) {
                return true;
            }
        }
        return false;
    }

    private void addRuns() {
        int last = (int) state[Shape.LAST] - 1;
        boolean bound = last >= 0 && state[Shape.PREEMPTIONS] == 0 && model.canRun(state, last);
        if (last >= 0) {
            addRun(last);
        }
        for (int actor = 0; actor < model.cast.size() && !bound; actor++) {
            if (actor != last) {
                addRun(actor);
            }
        }
    }

    private void addRun(int actor) {
        if (!model.canRun(state, actor)) {
            return;
        }
        anybodyRuns = true;
        Op op = model.op(state, actor);
        int ways = switch (op.kind()) {
            case LOOKS_RUNNING, CHOOSE -> (int) op.x();
            case LOOKS_STOPPED -> Shape.left(state, Fault.WRONG_LOOK) > 0 ? 2 : 1;
            default -> 1;
        };
        for (int choice = 0; choice < ways; choice++) {
            add(Model.action(Model.RUN, actor, choice));
        }
    }

    private void addContinuations() {
        for (int actor = 0; actor < model.cast.size(); actor++) {
            if (model.isStopped(state, actor)) {
                add(Model.action(Model.GO_ON, actor, 0));
            }
        }
    }

    /** Before time passes by itself, the processes of dead threads are gone. */
    private boolean addExits() {
        boolean any = false;
        for (int actor = 0; actor < model.cast.size(); actor++) {
            if (model.faults.isExiting(state, actor)) {
                add(Model.action(Model.EXIT, actor, 0));
                any = true;
            }
        }
        return any;
    }

    private void addFaults() {
        for (int actor = 0; actor < model.cast.size(); actor++) {
            if (model.isOnStage(state, actor)) {
                addFaultsOf(actor, model.cast.get(actor));
            }
        }
        if (has(Fault.ELECTION)) {
            addElection();
        }
        if (has(Fault.JUMP)) {
            for (int jump = 0; jump < Model.jumps(); jump++) {
                add(Model.action(Model.JUMP, 0, jump));
            }
        }
    }

    private void addFaultsOf(int actor, Cast cast) {
        if (!cast.is(Cast.Role.WATCHER) && has(Faults.deathOf(cast.role())) && !diesLater(actor)) {
            for (int way = 0; way < model.faults.deaths(state, actor); way++) {
                add(Model.action(Model.KILL, actor, way));
            }
        }
        if (has(Fault.SPURIOUS_WAKE) && model.isParked(state, actor)) {
            add(Model.action(Model.WAKE, actor, 0));
        }
        if (cast.is(Cast.Role.CLIENT)) {
            if (has(Fault.INTERRUPT) && model.value(state, Cells.interrupted(cast.index())) == 0) {
                add(Model.action(Model.INTERRUPT, actor, 0));
            }
            boolean owns = model.owner(state) == state[model.shape.tid(cast.index())];
            if (has(Fault.CLIENT_STOP) && !owns && !model.isStopped(state, actor)) {
                add(Model.action(Model.STOP, actor, 0));
            }
        }
        if (cast.is(Cast.Role.HOST) && has(Fault.HOST_STOP) && !model.isStopped(state, actor)) {
            add(Model.action(Model.STOP, actor, 0));
        }
    }

    /** To die before a look is to die after it. */
    private boolean diesLater(int actor) {
        if (!model.scenario.isReduced() || model.scenario.preemptions() >= 0 || !model.canRun(state, actor)) {
            return false;
        }
        return switch (model.op(state, actor).kind()) {
            case LOAD, LOOKS_RUNNING, LOOKS_STOPPED, CHOOSE -> true;
            default -> false;
        };
    }

    private void addElection() {
        for (int actor = 0; actor < model.cast.size(); actor++) {
            if (model.cast.get(actor).is(Cast.Role.HOST)
                    && state[model.shape.status(actor)] == Shape.ABSENT) {
                add(Model.action(Model.ELECT, actor, 0));
                return;
            }
        }
    }

    private boolean has(Fault fault) {
        return Shape.left(state, fault) > 0;
    }

    private void add(int action) {
        if (size == list.length) {
            list = Arrays.copyOf(list, 2 * size);
        }
        list[size++] = action;
    }
}
