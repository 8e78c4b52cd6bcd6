package dev.tpfutex.model.search;

import dev.tpfutex.core.FutexWord;
import dev.tpfutex.core.Tid;
import dev.tpfutex.shm.layout.ProcessLayout;
import dev.tpfutex.shm.layout.TaskLayout;
import java.util.ArrayList;
import java.util.List;

/** What the search inflicts on actors. */
final class Faults {

    private final Model model;
    private final Shape shape;
    private final Cells cells;
    private final List<Cast> cast;
    private final int deaths;

    Faults(Model model) {
        this.model = model;
        this.shape = model.shape;
        this.cells = model.cells;
        this.cast = model.cast;
        this.deaths = shape.cell(cells.indexOf(Cells.DEATHS));
    }

    void kill(long[] state, int actor, int sleeper) {
        Cast dying = cast.get(actor);
        Shape.spend(state, deathOf(dying.role()));
        model.tell(state, actor, "DIES before: " + Describe.op(model, model.op(state, actor)));
        for (int i = 0; i < cast.size(); i++) {
            if (cast.get(i).process() == dying.process() && model.isOnStage(state, i)) {
                leave(state, i);
            }
        }
        if (dying.is(Cast.Role.CLIENT)) {
            model.properties.died(state, dying.index());
        }
        endThread(state, dying, sleeper);
        if (!isExiting(state, actor)) {
            exit(state, dying);
        }
    }

    /** The kernel marks the thread's life word and wakes one of those who sleep on it. */
    private void endThread(long[] state, Cast dying, int sleeper) {
        int life = lifeCell(state, dying);
        if (life < 0) {
            return;
        }
        int before = (int) state[shape.cell(life)];
        state[shape.cell(life)] = before & FutexWord.WAITERS | FutexWord.OWNER_DIED;
        List<Integer> sleepers = sleepersOn(state, life);
        if ((before & FutexWord.WAITERS) != 0 && !sleepers.isEmpty()) {
            model.wake(state, sleepers.get(sleeper));
        }
    }

    /** In how many ways an actor can die: whoever sleeps on its life word may be the one who is woken. */
    int deaths(long[] state, int actor) {
        int life = lifeCell(state, cast.get(actor));
        return life < 0 ? 1 : Math.max(1, sleepersOn(state, life).size());
    }

    private List<Integer> sleepersOn(long[] state, int cell) {
        List<Integer> sleepers = new ArrayList<>();
        for (int other = 0; other < cast.size(); other++) {
            if (model.isParked(state, other) && model.op(state, other).sleepsOn(cell)) {
                sleepers.add(other);
            }
        }
        return sleepers;
    }

    /** The life word that is tied to an actor, or was until it died; -1 if there is none. */
    private int lifeCell(long[] state, Cast actor) {
        if (actor.is(Cast.Role.HOST) && model.scenario.areHostsTied()) {
            int life = cells.indexOf(model.scenario.layout().process(actor.process()) + ProcessLayout.LIFE);
            return state[shape.cell(life)] == 0 ? -1 : life;
        }
        return actor.is(Cast.Role.CLIENT) ? lifeCellOfClient(state, actor.index()) : -1;
    }

    private int lifeCellOfClient(long[] state, int client) {
        int tid = (int) state[shape.tid(client)];
        long at = model.scenario.layout().task(Tid.slot(tid)) + TaskLayout.LIFE;
        boolean tied = model.scenario.isTied() && tid != 0 && tid == model.scenario.tid(client);
        return tied ? cells.indexOf(at) : -1;
    }

    /** Whether the kernel has told of the actor's end, and is still taking down its process. */
    boolean isExiting(long[] state, int actor) {
        Cast dead = cast.get(actor);
        return model.isDead(state, actor)
                && lifeCell(state, dead) >= 0
                && model.value(state, Cells.dead(dead.process())) == 0;
    }

    /** The process is gone, and its file descriptors with it. */
    void exit(long[] state, Cast dead) {
        if (model.listener != null) {
            model.listener.accept("%-10s is gone, and its process".formatted(dead.name()));
        }
        state[shape.cell(cells.indexOf(Cells.dead(dead.process())))] = 1;
        switch (dead.role()) {
            case CLIENT -> {
                state[deaths]++;
                startAll(state, Cast.Role.WATCHER, dead.index());
            }
            case HOST -> replaceHost(state);
            default -> startNext(state, Cast.Role.RECOVERER);
        }
    }

    /** A process has heard that the coordinator is dead: there is a successor, unless there is one already. */
    void replaceHost(long[] state) {
        for (int i = 0; i < cast.size(); i++) {
            if (cast.get(i).is(Cast.Role.HOST) && model.isOnStage(state, i)) {
                return;
            }
        }
        startNext(state, Cast.Role.HOST);
    }

    static Fault deathOf(Cast.Role role) {
        return switch (role) {
            case CLIENT -> Fault.CLIENT_DEATH;
            case RECOVERER -> Fault.RECOVERER_DEATH;
            default -> Fault.HOST_DEATH;
        };
    }

    private void leave(long[] state, int actor) {
        state[shape.status(actor)] = Shape.DEAD;
        state[shape.node(actor)] = 0;
        state[shape.wakeTime(actor)] = 0;
    }

    /** The watchers of all living hosts that wait for this death. */
    private void startAll(long[] state, Cast.Role role, int index) {
        for (int i = 0; i < cast.size(); i++) {
            if (cast.get(i).is(role) && cast.get(i).index() == index && hostLives(state, cast.get(i).process())) {
                model.enter(state, i);
            }
        }
    }

    private boolean hostLives(long[] state, int process) {
        for (int i = 0; i < cast.size(); i++) {
            if (cast.get(i).is(Cast.Role.HOST) && cast.get(i).process() == process) {
                return model.isOnStage(state, i);
            }
        }
        return false;
    }

    private void startNext(long[] state, Cast.Role role) {
        for (int i = 0; i < cast.size(); i++) {
            if (cast.get(i).is(role) && state[shape.status(i)] == Shape.ABSENT) {
                model.enter(state, i);
                return;
            }
        }
        if (role == Cast.Role.HOST) {
            throw new IllegalStateException(model.scenario + " needs more hosts");
        }
    }

    void interrupt(long[] state, int actor) {
        Shape.spend(state, Fault.INTERRUPT);
        model.tell(state, actor, "is interrupted");
        state[shape.cell(cells.indexOf(Cells.interrupted(cast.get(actor).index())))] = 1;
        if (model.isParked(state, actor) && model.op(state, actor).text() != null) {
            model.wake(state, actor);
        }
    }

    void stop(long[] state, int actor) {
        Shape.spend(state, cast.get(actor).is(Cast.Role.HOST) ? Fault.HOST_STOP : Fault.CLIENT_STOP);
        model.tell(state, actor, "IS STOPPED before: " + Describe.op(model, model.op(state, actor)));
        state[shape.status(actor)] |= Shape.STOPPED;
        state[Shape.STOPPED_UNTIL] = model.now(state) + Model.STOP_NANOS;
        if (cast.get(actor).is(Cast.Role.HOST)) {
            Shape.allow(state, Fault.ELECTION, 1);
        }
    }

    void elect(long[] state, int actor) {
        Shape.spend(state, Fault.ELECTION);
        model.tell(state, actor, "runs for coordinator");
        model.enter(state, actor);
    }
}
