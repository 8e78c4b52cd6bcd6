package dev.tpfutex.model.search;

import dev.tpfutex.core.FutexWord;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The steps of a scenario: from a state and an action to the next state. An action is an int, {@link #RUN} and the like
 * with an actor and a choice.
 */
final class Model {

    static final int RUN = 0;
    static final int KILL = 1;
    static final int WAKE = 2;
    static final int INTERRUPT = 3;
    static final int JUMP = 4;
    static final int STOP = 5;
    static final int GO_ON = 6;
    static final int ELECT = 7;
    /** Nobody can run: time passes until somebody can. */
    static final int TIME = 8;

    static final long STOP_NANOS = 150_000_000;

    /** The process of a dead thread is gone. */
    static final int EXIT = 9;

    private static final long START = 1_000_000_000L;
    /** Somebody who polls has by then decided to sleep. */
    private static final long POLL_NANOS = 1_200_000;
    private static final long[] JUMPS = {60_000, 6_000_000, 110_000_000};

    final Scenario scenario;
    final Shape shape;
    final Cells cells;
    final List<Cast> cast;
    final Automaton[] automata;
    final Properties properties;
    final Faults faults;
    private final Steps steps;
    private final int clock;
    private final int[] clients;

    /** Whether the step just done was a compare-and-exchange that came too late. */
    boolean cameTooLate;

    /** Told of each op and each fault, for a trace. */
    Consumer<String> listener;

    Model(Scenario scenario) {
        this.scenario = scenario;
        this.cast = scenario.cast();
        this.cells = scenario.cells();
        this.shape = new Shape(scenario.clients(), cast.size());
        this.automata = new Automaton[cast.size()];
        LockWords lock = new LockWords(scenario.lock().word(), scenario.lock().top());
        Arrays.setAll(automata, i -> new Automaton(cast.get(i).code(), cells, memoryOf(cast.get(i)), lock));
        this.properties = new Properties(this);
        this.faults = new Faults(this);
        this.steps = new Steps(this);
        this.clients = new int[scenario.clients()];
        Arrays.setAll(clients, i -> find(Cast.Role.CLIENT, i));
        cells.initial(Cells.CLOCK, START);
        this.clock = shape.cell(cells.indexOf(Cells.CLOCK));
    }

    private Automaton.Memory memoryOf(Cast actor) {
        if (!scenario.isReduced()) {
            return Automaton.Memory.ALL;
        }
        return actor.is(Cast.Role.CLIENT) ? Automaton.Memory.PAST : Automaton.Memory.AFTER_RESET;
    }

    /** The state in which the search begins: everybody is registered, one coordinator rests. */
    long[] begin() {
        long[] state = new long[shape.length()];
        for (int i = 0; i < cells.count(); i++) {
            state[shape.cell(i)] = cells.initial(i);
        }
        for (int client = 0; client < scenario.clients(); client++) {
            state[shape.tid(client)] = scenario.tid(client);
        }
        state[Shape.PREEMPTIONS] = 0;
        for (int actor = 0; actor < cast.size(); actor++) {
            if (cast.get(actor).onStage()) {
                enter(state, actor);
            }
        }
        int host = find(Cast.Role.HOST, 0);
        while (state[shape.status(host)] == Shape.ACTIVE) {
            steps.step(state, host, 0);
        }
        scenario.allowed().forEach((fault, times) -> Shape.allow(state, fault, times));
        state[Shape.PREEMPTIONS] = Math.max(0, scenario.preemptions());
        return state;
    }

    // ---- looking -------------------------------------------------------------------------------

    long value(long[] state, long at) {
        return state[shape.cell(cells.indexOf(at))];
    }

    Op op(long[] state, int actor) {
        return automata[actor].op((int) state[shape.node(actor)]);
    }

    boolean isParked(long[] state, int actor) {
        return (state[shape.status(actor)] & ~Shape.STOPPED) == Shape.PARKED;
    }

    boolean isStopped(long[] state, int actor) {
        return (state[shape.status(actor)] & Shape.STOPPED) != 0;
    }

    boolean isOnStage(long[] state, int actor) {
        long status = state[shape.status(actor)] & ~Shape.STOPPED;
        return status == Shape.ACTIVE || status == Shape.PARKED;
    }

    boolean isDead(long[] state, int actor) {
        return state[shape.status(actor)] == Shape.DEAD;
    }

    boolean canRun(long[] state, int actor) {
        if (state[shape.status(actor)] != Shape.ACTIVE) {
            return false;
        }
        Op op = op(state, actor);
        return switch (op.kind()) {
            case REST -> automata[actor].hasNews((int) state[shape.node(actor)], state, shape);
            case AWAIT -> state[shape.cell(op.cell())] != op.x();
            default -> true;
        };
    }

    private boolean anybodyCanRun(long[] state) {
        for (int actor = 0; actor < cast.size(); actor++) {
            if (canRun(state, actor)) {
                return true;
            }
        }
        return false;
    }

    /** The actor that is a client. */
    int client(int index) {
        return clients[index];
    }

    int find(Cast.Role role, int index) {
        for (int actor = 0; actor < cast.size(); actor++) {
            if (cast.get(actor).is(role) && cast.get(actor).index() == index) {
                return actor;
            }
        }
        return -1;
    }

    long now(long[] state) {
        return state[clock];
    }

    int clockCell() {
        return cells.indexOf(Cells.CLOCK);
    }

    long elapsed(long[] state) {
        return state[clock] - START;
    }

    // ---- actions -------------------------------------------------------------------------------

    static int action(int type, int actor, int choice) {
        return type << 16 | actor << 8 | choice;
    }

    static int type(int action) {
        return action >>> 16;
    }

    static int actor(int action) {
        return action >>> 8 & 0xff;
    }

    static int choice(int action) {
        return action & 0xff;
    }

    /** All that can happen next; nothing if the run is over. */
    int[] actions(long[] state) {
        Actions actions = new Actions(this, state);
        return actions.list();
    }

    /** Changes the state. */
    void apply(long[] state, int action) {
        int actor = actor(action);
        switch (type(action)) {
            case RUN -> {
                countPreemption(state, actor);
                steps.step(state, actor, choice(action));
            }
            case KILL -> faults.kill(state, actor, choice(action));
            case EXIT -> {
                if (!anybodyCanRun(state)) {
                    Quiet.checkExit(this, state, cast.get(actor));
                }
                faults.exit(state, cast.get(actor));
            }
            case WAKE -> {
                Shape.spend(state, Fault.SPURIOUS_WAKE);
                tell(state, actor, "is woken for nothing");
                wake(state, actor);
            }
            case INTERRUPT -> faults.interrupt(state, actor);
            case JUMP -> {
                Shape.spend(state, Fault.JUMP);
                advance(state, now(state) + JUMPS[choice(action)]);
            }
            case STOP -> faults.stop(state, actor);
            case GO_ON -> {
                tell(state, actor, "goes on");
                state[shape.status(actor)] &= ~Shape.STOPPED;
            }
            case ELECT -> faults.elect(state, actor);
            default -> {
                properties.allAsleep(state);
                advance(state, nextTimer(state));
            }
        }
    }

    static int jumps() {
        return JUMPS.length;
    }

    private void countPreemption(long[] state, int actor) {
        if (scenario.preemptions() < 0) {
            return;
        }
        int last = (int) state[Shape.LAST] - 1;
        if (last >= 0 && last != actor && canRun(state, last)) {
            state[Shape.PREEMPTIONS]--;
        }
        state[Shape.LAST] = actor + 1;
    }

    // ---- steps ---------------------------------------------------------------------------------

    void enter(long[] state, int actor) {
        state[shape.status(actor)] = Shape.ACTIVE;
        state[shape.node(actor)] = Automaton.ROOT;
        steps.settle(state, actor);
    }

    // ---- faults and time -----------------------------------------------------------------------

    void tell(long[] state, int actor, String what) {
        if (listener != null) {
            listener.accept("%-10s %s".formatted(actor < 0 ? "-" : cast.get(actor).name(), what));
        }
    }

    void wake(long[] state, int actor) {
        state[shape.status(actor)] = Shape.ACTIVE | state[shape.status(actor)] & Shape.STOPPED;
        state[shape.wakeTime(actor)] = 0;
        steps.goOn(state, actor, 0);
    }

    /** When somebody wakes up by himself; {@link Long#MAX_VALUE} for never. */
    long nextTimer(long[] state) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < cast.size(); i++) {
            if (isParked(state, i)) {
                next = Math.min(next, state[shape.wakeTime(i)]);
            } else if (state[shape.status(i)] == Shape.ACTIVE && op(state, i).is(Op.Kind.REST)) {
                next = Math.min(next, now(state) + POLL_NANOS);
            }
        }
        return next;
    }

    private void advance(long[] state, long time) {
        if (listener != null) {
            listener.accept("%-10s %,d us pass".formatted("", (time - now(state)) / 1000));
        }
        state[clock] = Math.max(time, now(state));
        for (int i = 0; i < cast.size(); i++) {
            if (isParked(state, i) && state[shape.wakeTime(i)] <= now(state)) {
                wake(state, i);
            }
        }
        properties.timePassed(state);
    }

    /** The owner's tid. */
    int owner(long[] state) {
        return FutexWord.tid(state[shape.cell(properties.word)]);
    }
}
