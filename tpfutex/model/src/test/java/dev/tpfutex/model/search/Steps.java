package dev.tpfutex.model.search;

/** The steps of actors: the op that one has come to, what follows from it at once, and where it stands then. */
final class Steps {

    private final Model model;
    private final Shape shape;

    Steps(Model model) {
        this.model = model;
        this.shape = model.shape;
    }

    /** Does the op that the actor has come to. */
    void step(long[] state, int actor, int choice) {
        Op op = model.op(state, actor);
        int at = op.cell() < 0 ? -1 : shape.cell(op.cell());
        long before = at < 0 ? 0 : state[at];
        long result = switch (op.kind()) {
            case LOAD -> before;
            case STORE -> 0;
            case CAS -> before == op.x() ? 1 : 0;
            case EXCHANGE, ADD -> before;
            case LOOKS_STOPPED -> lookStopped(state, (int) op.x(), choice);
            case LOOKS_RUNNING, CHOOSE -> choice;
            default -> 0;
        };
        switch (op.kind()) {
            case STORE, EXCHANGE -> state[at] = op.x();
            case CAS -> state[at] = result != 0 ? op.y() : before;
            case ADD -> state[at] = (int) (before + op.x());
            case OR -> state[at] = before | op.x();
            case CLEAR -> state[at] = before & ~op.x();
            default -> {
                // Memory stays as it is.
            }
        }
        model.cameTooLate = op.is(Op.Kind.CAS) && result == 0;
        if (model.listener != null) {
            model.listener.accept(Describe.step(model, state, actor, op, before, result));
        }
        if (op.is(Op.Kind.SLEEP) && fallsAsleep(state, actor, op, before)) {
            return;
        }
        if (op.is(Op.Kind.WAKE)) {
            wakeSleepers(state, op.cell());
        }
        if (at >= 0 && state[at] != before) {
            model.properties.wrote(state, actor, op.cell(), before, state[at]);
        }
        goOn(state, actor, result);
    }

    private void wakeSleepers(long[] state, int cell) {
        for (int other = 0; other < model.cast.size(); other++) {
            if (model.isParked(state, other) && model.op(state, other).sleepsOn(cell)) {
                model.wake(state, other);
            }
        }
    }

    private boolean fallsAsleep(long[] state, int actor, Op op, long value) {
        boolean ended = op.text() != null
                && model.value(state, Cells.interrupted(model.cast.get(actor).index())) != 0;
        boolean changed = op.also().stream().anyMatch(other -> state[shape.cell(other.cell())] != other.alive());
        if (value != op.x() || ended || changed) {
            return false;
        }
        model.properties.fallsAsleep(state, actor, op.cell());
        state[shape.status(actor)] = Shape.PARKED;
        state[shape.wakeTime(actor)] = op.y() == Long.MAX_VALUE ? Long.MAX_VALUE : model.now(state) + op.y();
        return true;
    }

    private long lookStopped(long[] state, int slot, int choice) {
        if (choice != 0) {
            Shape.spend(state, Fault.WRONG_LOOK);
        }
        int client = model.properties.clientOf(state, slot);
        boolean stopped = client >= 0 && model.isStopped(state, model.client(client));
        return stopped == (choice == 0) ? 1 : 0;
    }

    void goOn(long[] state, int actor, long result) {
        state[shape.node(actor)] = model.automata[actor].next((int) state[shape.node(actor)], result);
        settle(state, actor);
    }

    /** What needs no step of its own happens at once. */
    void settle(long[] state, int actor) {
        for (;;) {
            Op op = model.op(state, actor);
            switch (op.kind()) {
                case EVENT -> model.properties.event(state, actor, op);
                case RESET -> {
                    // Nothing happens.
                }
                case END -> {
                    state[shape.status(actor)] = Shape.DONE;
                    state[shape.node(actor)] = 0;
                    return;
                }
                case FAIL -> throw new Violation(failure(model.cast.get(actor).name(), op.text()));
                default -> {
                    if (!isCertain(state, actor, op)) {
                        return;
                    }
                }
            }
            long result = op.is(Op.Kind.LOAD) ? state[shape.cell(op.cell())] : 0;
            state[shape.node(actor)] = model.automata[actor].next((int) state[shape.node(actor)], result);
        }
    }

    /** What it means that an actor's code throws: most often it has found damage. */
    private static String failure(String actor, String what) {
        String property = what.contains("a reader has been taken out") ? "P15: "
                // It was about to sleep, for good.
                : what.contains("who are nobody") ? "P8: " : "";
        return property + actor + " fails: " + what;
    }

    /** A load of what nobody can change before it. */
    private boolean isCertain(long[] state, int actor, Op op) {
        if (!model.scenario.isReduced() || !op.is(Op.Kind.LOAD) || model.isStopped(state, actor)) {
            return false;
        }
        return Certainty.isCertain(
                model.scenario, state, model.cells.addressOf(op.cell()), state[shape.cell(op.cell())]);
    }
}
